export * from './calls.ts'
export { emailCalls as emailsContract } from './calls.ts'
export * from './design.ts'
export * from './email.ts'
