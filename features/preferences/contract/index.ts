export * from './calls.ts'
export { PersonPreferences } from './personCalls.ts'
export * from './preferences.ts'
