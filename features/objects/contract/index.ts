import * as associations from './calls/associations.ts'
import * as objectJobs from './calls/objectJobs.ts'
import * as objects from './calls/objects.ts'
import * as schemas from './calls/schemas.ts'
import * as uses from './calls/uses.ts'

export * from './association.ts'
export * from './object.ts'
export * from './objectJob.ts'
export * from './schema.ts'
export * from './usage.ts'

/** Every call about objects, their kinds and what is tied to what. */
export const objectsContract = { ...objects, ...objectJobs, ...associations, ...schemas, ...uses }
