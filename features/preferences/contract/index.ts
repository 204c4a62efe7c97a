export * from './calls.ts'
export * from './preferences.ts'
