import { apiKeyCalls } from './apiKeys.ts'
import { passwordCalls } from './passwords.ts'
import { sessionCalls } from './sessions.ts'
import { teamCalls } from './team.ts'

export * from './apiKeys.ts'
export * from './passwords.ts'
export * from './sessions.ts'
export * from './team.ts'

/** Every call about who may come in. */
export const accessContract = { ...sessionCalls, ...passwordCalls, ...teamCalls, ...apiKeyCalls }
