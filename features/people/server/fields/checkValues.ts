import { refused, type Tx } from '@millrace/kit/server'
import { type FieldRule, fitValue } from '../rules/fieldValue.ts'

const CHUNK = 10_000

/** The values of a field of people above an id, in the order of their ids. */
const VALUES = `
select p.id, p.fields -> $3 as value from people p where p.account_id = $1 and p.id > $2 and p.fields ? $3
order by p.account_id, p.id limit ${CHUNK}`

/** What people's values would come to under a rule. */
type Checked = { total: number; unfit: number; example: string | undefined; isRewritten: boolean }

const thousands = new Intl.NumberFormat('en-US')

/** Whether two values stand in JSON the same way. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const check = async (tx: Tx, accountId: number, rule: FieldRule): Promise<Checked> => {
  const checked: Checked = { total: 0, unfit: 0, example: undefined, isRewritten: false }
  for (let after = 0; ; ) {
    const rows = await tx.rows<{ id: number; value: unknown }>(VALUES, [accountId, after, rule.name])
    for (const { value } of rows) {
      const fitted = fitValue(rule, value)
      if (fitted.refusal !== undefined) {
        checked.unfit++
        checked.example ??= fitted.refusal.slice(rule.name.length + 2)
      } else if (!checked.isRewritten && !isSame(fitted.value, value)) checked.isRewritten = true
    }
    checked.total += rows.length
    after = rows.at(-1)?.id ?? 0
    if (rows.length < CHUNK) return checked
  }
}

/**
 * Goes through everybody's value of a field and refuses with counts where some do not fit its new rule. Answers whether
 * values have to be written anew (a text that is a number becomes a number), and whether anybody has one.
 */
export const checkValues = async (
  tx: Tx,
  accountId: number,
  rule: FieldRule,
): Promise<{ isRewritten: boolean; isUsed: boolean }> => {
  const { total, unfit, example, isRewritten } = await check(tx, accountId, rule)
  if (unfit) {
    const [some, all] = [thousands.format(unfit), thousands.format(total)]
    throw refused(`${some} of ${all} values do not fit, for example: ${example}`)
  }
  return { isRewritten, isUsed: total > 0 }
}
