export { emailsInFolders } from './emailsInFolders.ts'
export { emailsOfSegment } from './emailsOfSegment.ts'
export { checkLiquid, type LiquidError } from './liquid/checkLiquid.ts'
export { patiently } from './liquid/engine.ts'
export { cpuMs, LimitedLiquid } from './liquid/limitedLiquid.ts'
export { emailNames } from './names/emailNames.ts'
export { openEmails } from './openEmails.ts'
export { packEmails } from './packing/packEmails.ts'
export type { PackedContent, PackedEmail, PackedSender } from './packing/packedEmail.ts'
export { type PackedPreview, previewPacked } from './packing/previewPacked.ts'
export { freeName, isNamesake, type UnpackedEmails, unpackEmails } from './packing/unpackEmails.ts'
export type { EmailPorts, TestMail } from './ports.ts'
export { renderSnippet } from './snippets/inlineSnippets.ts'
export { snippetPlace } from './snippets/snippetRefs.ts'
export {
  compileTemplate,
  type EmailVersion,
  fillFor,
  renderFor,
  renderWords,
} from './template/compileTemplate.ts'
export { judgeShows } from './template/judgeShows.ts'
export { mailAccount, mailPeople } from './template/mailData.ts'
export { addObjects, type MailObjects, objectKindsIn } from './template/mailObjects.ts'
export { fillMail, fillWords, isSlow, paceOf, problemOfText } from './template/pace.ts'
export { joined } from './template/splice.ts'
export type {
  Filled,
  FilledMail,
  MailAccount,
  MailData,
  MailPerson,
  MailSlots,
  RenderedMail,
  Template,
  TemplateLink,
} from './template/template.ts'
export { type OwnDetails, templateOf } from './template/templateOf.ts'
export { isAnsweredAtFrame, vendorEditorOf } from './vendorEditor/vendorEditor.ts'
