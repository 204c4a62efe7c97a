export * from './association.ts'
export * from './object.ts'
export * from './schema.ts'
