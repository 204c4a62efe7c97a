import { emailCalls } from './emailCalls.ts'
import { imageCalls } from './imageCalls.ts'
import { moderationCalls } from './moderationCalls.ts'
import { savedRowCalls } from './savedRowCalls.ts'
import { snippetCalls } from './snippetCalls.ts'
import { vendorCalls } from './vendorCalls.ts'
import { versionCalls } from './versionCalls.ts'

export * from './design.ts'
export * from './email.ts'
export * from './emailCalls.ts'
export * from './imageCalls.ts'
export { lexicalHtml } from './lexicalHtml.ts'
export * from './moderationCalls.ts'
export * from './savedRow.ts'
export * from './savedRowCalls.ts'
export { compileShow, type ShowWhen, showWhenOf } from './showWhen.ts'
export * from './snippet.ts'
export * from './snippetCalls.ts'
export * from './vendorCalls.ts'
export * from './versionCalls.ts'

/** All calls of this feature. */
export const emailsContract = {
  ...emailCalls,
  ...versionCalls,
  ...imageCalls,
  ...snippetCalls,
  ...savedRowCalls,
  ...moderationCalls,
  ...vendorCalls,
} as const
