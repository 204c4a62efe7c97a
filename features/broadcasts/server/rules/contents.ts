import { CONTROL_VARIANT_ID, type Variant } from '../../contract/index.ts'
import type { BroadcastRow } from '../store/rows.ts'

/** What a variant sends: an email, with other words where it has any. */
export type Content = {
  variantId: string
  emailId: number | null
  subject?: string
  preheader?: string
  fromName?: string
  fromEmail?: string
}

const told = (words: Partial<Record<'subject' | 'preheader' | 'fromName' | 'fromEmail', string>>) =>
  Object.fromEntries(Object.entries(words).filter(([, text]) => text?.trim()))

const ofVariant = (variant: Variant, row: Pick<BroadcastRow, 'emailId'>): Content => {
  if (variant.type === 'email') {
    const isControl = variant.variantId === CONTROL_VARIANT_ID
    return { variantId: variant.variantId, emailId: isControl ? row.emailId : variant.emailId }
  }
  const { variantId, subject, preheader, fromName, fromEmail } = variant
  return { variantId, emailId: row.emailId, ...told({ subject, preheader, fromName, fromEmail }) }
}

/** What a broadcast sends, variant by variant; one that tests nothing has the control alone. */
export const contentsOf = (row: Pick<BroadcastRow, 'abTest' | 'emailId' | 'subject'>): Content[] =>
  row.abTest?.enabled
    ? row.abTest.variants.map((variant) => ofVariant(variant, row))
    : [
        {
          variantId: CONTROL_VARIANT_ID,
          emailId: row.emailId,
          ...(row.subject?.trim() && { subject: row.subject }),
        },
      ]
