import { Use } from '@millrace/people/contract'
import { z } from 'zod'

/** What uses a kind of object or a field of it, and how many objects there are, or have a value in it. */
export const ObjectUsage = z.object({ objects: z.number(), uses: z.array(Use) })
export type ObjectUsage = z.infer<typeof ObjectUsage>

/** What uses an association, and how many ties it has. */
export const AssociationUsage = z.object({ ties: z.number(), uses: z.array(Use) })
export type AssociationUsage = z.infer<typeof AssociationUsage>
