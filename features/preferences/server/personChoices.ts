import { type House, notFound, refused, type Tx } from '@millrace/kit/server'
import type { Choice, PersonPreferences } from '../contract/index.ts'
import { categoriesOf } from './categories.ts'
import { erasedAddresses } from './personPreferences.ts'
import { writeChoices } from './verbs/savePreferences.ts'

/** A person's address and what they chose. */
const PERSON = `
select p.email, coalesce((select jsonb_object_agg(c.category_id, c.choice) from category_choices c
  where c.account_id = $1 and c.person_id = $2), '{}') as choices
from people p where p.account_id = $1 and p.id = $2`

/** Why an address is not written to. */
const SUPPRESSIONS = `
select reason, detail, at from suppressions where account_id = $1 and address = $2 order by account_id, at, reason`

type Reason = PersonPreferences['suppressions'][number]

const read = async (tx: Tx, house: House, accountId: number, personId: number): Promise<PersonPreferences> => {
  const person = await tx.one<{ email: string | null; choices: Record<string, Choice> }>(PERSON, [accountId, personId])
  if (!person) throw notFound('There is no such person.')
  const { email, choices } = person
  const reasons = email ? await tx.rows<Omit<Reason, 'at'> & { at: Date }>(SUPPRESSIONS, [accountId, email]) : []
  return {
    categories: (await categoriesOf(house, tx, accountId)).filter(({ isArchived }) => !isArchived),
    choices,
    suppressions: reasons.map((reason) => ({ ...reason, at: reason.at.toISOString() })),
    isErasedAddress: email !== null && (await erasedAddresses(house, tx, accountId, [email])).size > 0,
  }
}

/** What one person wants to get. */
export const personChoices = (house: House, accountId: number, personId: number): Promise<PersonPreferences> =>
  house.db.account(accountId, (tx) => read(tx, house, accountId, personId))

/** Notes what a person wants to get; `unspecified` takes an earlier word back. */
export const savePersonChoices = (
  house: House,
  accountId: number,
  personId: number,
  body: Record<string, Choice>,
): Promise<PersonPreferences> =>
  house.db.account(accountId, async (tx) => {
    const { categories } = await read(tx, house, accountId, personId)
    const known = new Set(categories.map(({ id }) => id))
    const choices = Object.entries(body).map(([id, choice]): [number, Choice] => [Number(id), choice])
    if (choices.some(([id]) => !known.has(id))) throw refused('There is no such category.')
    await writeChoices(tx, accountId, personId, choices, house.clock.now())
    return read(tx, house, accountId, personId)
  })
