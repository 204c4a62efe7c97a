export * from './address.ts'
export * from './call.ts'
export * from './schemas.ts'
export * from './scopes.ts'
