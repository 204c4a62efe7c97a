export * from './calls.ts'
export { emailCalls as emailsContract } from './calls.ts'
export * from './email.ts'
