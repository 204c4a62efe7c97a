export { buildBlock, buildDesign } from './buildDesign.ts'
export { buildMailData, buildSlots, buildVersion } from './buildVersion.ts'
export { openTestEmails } from './openTestEmails.ts'
