export * from './periods.ts'
export * from './range.ts'
export * from './waits.ts'
