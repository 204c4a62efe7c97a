export * from './emails.ts'
export * from './flows.ts'
export * from './folders.ts'
export * from './people.ts'
