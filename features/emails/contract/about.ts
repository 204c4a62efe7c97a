import { Id } from '@millrace/kit/contract'
import { z } from 'zod'

/** The thing that a call is about, in its path. */
export const ById = z.object({ id: Id })
/** Scopes that reading asks for. */
export const READ = ['emails:read'] as const
/** Scopes that writing asks for. */
export const WRITE = ['emails:write'] as const
/** Designs with pasted pictures are large. */
export const DESIGN_LIMIT: number = 4 << 20
