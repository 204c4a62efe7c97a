import type { Tx } from '@millrace/kit/server'
import type { Choice } from '../contract/index.ts'

/** How the kinds of mail of an account decide over sending. A mail without a category is of the default one. */
export type CategoryRules = {
  /** Mail of this kind is sent whatever its reader wants: receipts, resets. */
  isTransactional(categoryId: number | null): boolean
  /**
   * False where the reader switched this kind off. An archived kind cannot be switched any more, so the default one
   * decides for it; what was said against it before still holds. A choice that waits for its confirmation is a no.
   */
  isWanted(categoryId: number | null, choices: Readonly<Record<string, Choice>> | null): boolean
}

type Row = { id: number; type: 'marketing' | 'transactional'; isDefault: boolean; isArchived: boolean }

/** The kinds of mail of an account. */
const CATEGORIES = `select id, type, is_default as "isDefault", is_archived as "isArchived" from communication_categories
  where account_id = $1`

/** Reads how the kinds of mail of an account decide over sending; once a batch. */
export const categoryRules = async (tx: Tx, accountId: number): Promise<CategoryRules> => {
  const rows = await tx.rows<Row>(CATEGORIES, [accountId], 'category-rules')
  const byId = new Map(rows.map((row) => [row.id, row]))
  const main = rows.find(({ isDefault }) => isDefault)
  const kindOf = (categoryId: number | null) => {
    const own = categoryId === null ? undefined : byId.get(categoryId)
    return own && !own.isArchived ? own : main
  }
  return {
    isTransactional: (categoryId) => kindOf(categoryId)?.type === 'transactional',
    isWanted: (categoryId, choices) => {
      const isOff = (id: number | null | undefined) => id != null && choices?.[String(id)] === 'optOut'
      return !isOff(categoryId) && !isOff(kindOf(categoryId)?.id)
    },
  }
}
