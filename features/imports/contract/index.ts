import * as calls from './calls.ts'

export * from './import.ts'

/** Every call about bringing people in from a file. */
export const importsContract = { ...calls }
