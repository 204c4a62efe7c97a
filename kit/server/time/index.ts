export * from './periods.ts'
export * from './pieces.ts'
export * from './range.ts'
export * from './waits.ts'
