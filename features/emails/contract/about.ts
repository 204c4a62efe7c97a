import { Id } from '@millrace/kit/contract'
import { z } from 'zod'

/** The thing that a call is about, in its path. */
export const ById = z.object({ id: Id })
/** Scopes that reading asks for. */
export const READ = ['emails:read'] as const
/** Scopes that writing asks for. */
export const WRITE = ['emails:write'] as const
/** Refuses what would write over a version that somebody else wrote meanwhile: when the one that was read was written. */
export const IfUpdatedAt = z.iso.datetime().optional()
/** Designs with pasted pictures are large. */
export const DESIGN_LIMIT: number = 4 << 20
