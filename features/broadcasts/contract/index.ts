export * from './broadcast.ts'
export * from './calls.ts'
export * from './figures.ts'
export * from './statuses.ts'
