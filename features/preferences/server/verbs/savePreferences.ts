import { refused, type Tx } from '@millrace/kit/server'
import type { Choice, PreferencesPage } from '../../contract/index.ts'
import { categoriesOf } from '../categories.ts'
import { preferencesPage, subscriberOf, today } from '../page.ts'
import type { Desk } from '../ports.ts'

/** Writes what a person chose. */
const CHOOSE = `insert into category_choices (account_id, person_id, category_id, choice, at, is_asked)
  select $1::int, $2::bigint, u.category_id, u.choice, $3::timestamptz, false
  from unnest($4::bigint[], $5::text[]) as u (category_id, choice)
  on conflict (account_id, person_id, category_id) do update set choice = excluded.choice, at = excluded.at,
    is_asked = false`

/** Forgets what a person once chose. */
const FORGET = `delete from category_choices where account_id = $1 and person_id = $2 and category_id = any($3::bigint[])`

/** Writes what a person chose by category. */
export const writeChoices = async (
  tx: Tx,
  accountId: number,
  personId: number,
  choices: [number, Choice][],
  at: Date,
) => {
  const said = choices.filter(([, choice]) => choice !== 'unspecified')
  const unsaid = choices.filter(([, choice]) => choice === 'unspecified').map(([id]) => id)
  if (said.length) {
    const [ids, words] = [said.map(([id]) => id), said.map(([, choice]) => choice)]
    await tx.run(CHOOSE, [accountId, personId, at, ids, words])
  }
  if (unsaid.length) await tx.run(FORGET, [accountId, personId, unsaid])
}

/** Keeps what a person chose by category; an empty value takes an earlier word back. */
export const savePreferences = (
  desk: Desk,
  token: string,
  body: Record<string, Choice | ''>,
): Promise<PreferencesPage> => {
  const named = subscriberOf(desk, token)
  const { accountId } = named
  return desk.house.db.account(accountId, async (tx) => {
    const subscriber = await today(desk, tx, named)
    const { personId } = subscriber
    if (subscriber.isElsewhere) throw refused('This address has nothing to choose from; it can only be unsubscribed.')
    const known = new Set((await categoriesOf(desk.house, tx, accountId)).map((category) => category.id))
    const choices = Object.entries(body).map(([id, choice]): [number, Choice] => [Number(id), choice || 'unspecified'])
    if (choices.some(([id]) => !known.has(id))) throw refused('There is no such category.')
    // The page is read first: a person who is gone has no choices to keep.
    await preferencesPage(desk, tx, subscriber)
    if (personId) await writeChoices(tx, accountId, personId, choices, desk.house.clock.now())
    return preferencesPage(desk, tx, subscriber)
  })
}
