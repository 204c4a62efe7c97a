import * as calls from './calls.ts'

export * from './event.ts'

/** Every call about what people did. */
export const eventsContract = { ...calls }
