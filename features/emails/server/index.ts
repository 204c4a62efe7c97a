export { emailsInFolders } from './emailsInFolders.ts'
export { checkLiquid, type LiquidError } from './liquid/checkLiquid.ts'
export { emailNames } from './names/emailNames.ts'
export { openEmails } from './openEmails.ts'
export type { EmailPorts, TestMail } from './ports.ts'
export { compileTemplate, type EmailVersion, fillFor, renderFor } from './template/compileTemplate.ts'
export { mailAccount, mailPeople } from './template/mailData.ts'
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
export { templateOf } from './template/templateOf.ts'
