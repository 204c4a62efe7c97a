import { Id, Time } from '@millrace/kit/contract'
import { z } from 'zod'
import { type DesignRow, isDesignRow } from './design.ts'

/** The most rows that an account can keep. */
export const MOST_SAVED_ROWS = 500
/** The longest row that is kept, as JSON in signs. */
export const LONGEST_ROW = 400_000

/** A row of a design, whatever blocks stand in it. */
export const RowContent: z.ZodType<DesignRow, DesignRow> = z
  .custom<DesignRow>(isDesignRow, 'This is no row of a design.')
  .refine((row) => JSON.stringify(row).length <= LONGEST_ROW, 'This row is too large to be kept.')

/** A row that is kept to be used again. */
export const SavedRow = z.object({
  id: Id,
  name: z.string(),
  row: z.custom<DesignRow>(isDesignRow),
  createdBy: z.number(),
  createdAt: Time,
  updatedAt: Time,
})
export type SavedRow = z.infer<typeof SavedRow>
