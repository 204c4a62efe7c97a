export * from './calls.ts'
export * from './conditions.ts'
export * from './operators.ts'
export * from './segment.ts'
