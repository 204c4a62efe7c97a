import { dropChanges, holdChanges, recordChanges } from '@millrace/kit/jobs'
import { type House, notFound, refused, retrying, type Tx } from '@millrace/kit/server'
import { type Erasure, wordToErase } from '../../contract/index.ts'
import { PERSON_COLUMNS, type PersonRow } from '../rules/personShape.ts'
import { addressHash } from './addressHash.ts'
import { queueForgetting } from './forgetExports.ts'
import { forgetFormer } from './formerKeys.ts'
import { readErasures } from './listErasures.ts'
import type { PersonParts, Traces } from './parts.ts'
import { holdingsOf } from './previewMerge.ts'

const READ = `select ${PERSON_COLUMNS} from people p where p.account_id = $1 and p.id = $2`

/** Everything else that the person was found by. */
const KEYS = `
select 'email' as kind, f.key from person_former_keys f where f.account_id = $1 and f.person_id = $2 and f.kind = 'email'
union all select 'word', f.key from person_former_keys f where f.account_id = $1 and f.person_id = $2 and f.kind = 'userId'
union all select 'word', a.anonymous_id from person_aliases a where a.account_id = $1 and a.person_id = $2`

const ERASE = `delete from people where account_id = $1 and id = $2`
const ERASE_ALIASES = `delete from person_aliases where account_id = $1 and person_id = $2`

/** Remembers that it was done. */
const NOTE = `
insert into person_erasures (account_id, at, member_id, address_hash, removed) values ($1, $2, $3, $4, $5) returning id`

/** Words that are worth looking for elsewhere: shorter ones are in everything. */
const SHORTEST_WORD = 5

const tracesOf = async (tx: Tx, accountId: number, person: PersonRow): Promise<Traces> => {
  const keys = await tx.rows<{ kind: string; key: string }>(KEYS, [accountId, person.id])
  const { name, phone } = person.fields
  const words = [
    person.user_id,
    person.anonymous_id,
    name,
    phone,
    ...keys.flatMap(({ kind, key }) => (kind === 'word' ? [key] : [])),
  ].filter((word): word is string => typeof word === 'string' && word.trim().length >= SHORTEST_WORD)
  const former = keys.flatMap(({ kind, key }) => (kind === 'email' ? [key] : []))
  return { addresses: [...(person.email ? [person.email] : []), ...former], words }
}

type By = { accountId: number; memberId: number }

const erase = async (
  tx: Tx,
  house: House,
  parts: PersonParts,
  { accountId, memberId }: By,
  id: number,
  typed: string,
) => {
  await holdChanges(tx, accountId)
  const person = await tx.one<PersonRow>(READ, [accountId, id])
  if (!person) throw notFound('There is no such person.')
  const word = wordToErase({ id, email: person.email, userId: person.user_id })
  if (typed.trim().toLowerCase() !== word.toLowerCase()) throw refused(`Type ${word} to erase this person.`)
  const removed = Object.fromEntries(
    (await holdingsOf(tx, parts, accountId, id)).map(({ what, count }) => [what, count]),
  )
  const traces = await tracesOf(tx, accountId, person)
  for (const part of parts()) await part.erase(tx, accountId, [id], traces)
  const words = [...traces.addresses, ...traces.words.map((one) => one.toLowerCase())]
  if (words.length) await queueForgetting(tx, house, accountId, words)
  await tx.run(ERASE, [accountId, id])
  await tx.run(ERASE_ALIASES, [accountId, id])
  await forgetFormer(tx, accountId, [id])
  await dropChanges(tx, accountId, [id])
  await recordChanges(tx, house, accountId, [{ kind: 'person.erased', personId: id }])
  const hash = person.email ? addressHash(house, accountId, person.email) : null
  const values = [accountId, house.clock.now(), memberId, hash, JSON.stringify(removed)]
  return (await tx.one<{ id: number }>(NOTE, values))!.id
}

/**
 * Erases a person on request, in one transaction with the record that it was done: every feature deletes what it keeps
 * or makes it nameless, and the address stays on the list of those that are never mailed, as a hash.
 */
export const erasePerson = (house: House, parts: PersonParts, by: By, id: number, typed: string): Promise<Erasure> =>
  retrying(() =>
    house.db.account(by.accountId, async (tx) => {
      const erasureId = await erase(tx, house, parts, by, id, typed)
      const { erasures } = await readErasures(tx, by.accountId, { id: erasureId })
      const [erasure] = erasures
      if (!erasure) throw new Error('The erasure was not written down.')
      return erasure
    }),
  )
