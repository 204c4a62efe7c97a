import { holdChanges, type NewChange, recordChanges } from '@millrace/kit/jobs'
import { type House, notFound, refused, retrying, type Tx } from '@millrace/kit/server'
import type { Person } from '../../contract/index.ts'
import { PERSON_COLUMNS, type PersonRow } from '../rules/personShape.ts'
import { lockMakers } from '../upsert/match.ts'
import { Slot } from '../upsert/slot.ts'
import { writeSlots } from '../upsert/write.ts'
import { readPeople } from '../verbs/readPeople.ts'
import { currentIds } from './formerKeys.ts'
import type { PersonParts } from './parts.ts'

/** Reads and locks two people, in the order of their ids. */
const LOCK = `
select ${PERSON_COLUMNS} from people p where p.account_id = $1 and p.id = any($2::bigint[])
order by p.account_id, p.id for update of p`

/** The person has been here since the first of the two came, and is not what anybody left them as before. */
const SINCE = `update people set created_at = least(created_at, $3), updated_at = $4 where account_id = $1 and id = $2`

/** Fields that a merge never takes: what protects the person holds from both sides, the rest is kept by itself. */
const NOT_TAKEN = new Set(['email', 'userId', 'tags', 'unsubscribed', 'unsubscribeReason', 'createdAt', 'lastSeenAt'])

const keysOf = (kept: Slot, gone: Slot, take: ReadonlySet<string>) => {
  for (const name of ['email', 'userId'] as const) {
    const theirs = gone.key(name)
    if (theirs === null) continue
    gone.setKey(name, null)
    if (take.has(name) || kept.key(name) === null) kept.setKey(name, theirs)
  }
}

const fieldsOf = (gone: PersonRow, take: readonly string[]) =>
  new Map(
    take.flatMap((name) => {
      const value = Object.hasOwn(gone.fields, name) ? gone.fields[name] : null
      return NOT_TAKEN.has(name) || value === null ? [] : [[name, value] as const]
    }),
  )

/** What two rows come to: nothing of either is lost that has room in one person. */
const joined = (keptRow: PersonRow, goneRow: PersonRow, take: readonly string[], now: Date) => {
  const kept = new Slot(keptRow, now)
  const gone = new Slot(goneRow, now)
  keysOf(kept, gone, new Set(take))
  const timezone = take.includes('timezone') && goneRow.timezone ? { timezone: goneRow.timezone } : {}
  const item = { id: null, userId: null, email: null, anonymousId: null, previousId: null, clears: [], tagIds: [] }
  const manners = { restores: false, resubscribes: false }
  kept.change({ ...item, fields: fieldsOf(goneRow, take), columns: timezone }, manners)
  kept.absorb(gone)
  return { kept, gone }
}

/** Tags come along without news: whoever got a tag as the other person has had what follows from it. */
const newsOf = (slots: readonly Slot[]): NewChange[] =>
  slots.flatMap((slot) => slot.changes('merge')).filter(({ kind }) => kind !== 'tag.added')

const present = (email: string | null) => (email === null ? [] : [email])

type Wanted = { keptId: number; goneId: number; take: readonly string[] }

const merge = async (tx: Tx, house: House, parts: PersonParts, accountId: number, { keptId, goneId, take }: Wanted) => {
  const now = house.clock.now()
  await holdChanges(tx, accountId)
  await lockMakers(tx, accountId)
  const ids = [keptId, goneId]
  // Looked at first, so that what others hold of the two is locked before them, as the engine does.
  const seen = await tx.rows<PersonRow>(LOCK.replace('for update of p', ''), [accountId, ids])
  const [before, other] = ids.map((id) => seen.find((row) => row.id === id))
  if (!before) throw notFound('There is no such person.')
  if (!other) {
    const today = (await currentIds(tx, accountId, [goneId])).get(goneId)
    if (today !== keptId) throw notFound('There is no such person.')
    return
  }
  const address = joined(before, other, take, now).kept.columns.email
  const formerAddresses = [...present(before.email), ...present(other.email)].filter((one) => one !== address)
  for (const part of parts()) await part.merge(tx, accountId, { kept: keptId, gone: goneId, address, formerAddresses })
  const rows = await tx.rows<PersonRow>(LOCK, [accountId, ids])
  const [keptRow, goneRow] = ids.map((id) => rows.find((row) => row.id === id))
  if (!keptRow || !goneRow) throw notFound('There is no such person.')
  const { kept, gone } = joined(keptRow, goneRow, take, now)
  await writeSlots(tx, accountId, [kept, gone], now)
  await tx.run(SINCE, [accountId, keptId, goneRow.created_at, now])
  await recordChanges(tx, house, accountId, newsOf([kept, gone]))
}

/**
 * Merges one person into another, in one transaction: what every feature keeps of the one who goes follows, and so do
 * the keys. Merging again changes nothing. Answers the one who stays.
 */
export const mergePeople = (house: House, parts: PersonParts, accountId: number, wanted: Wanted): Promise<Person> => {
  if (wanted.keptId === wanted.goneId) throw refused('Choose two different people.')
  return retrying(() =>
    house.db.account(accountId, async (tx) => {
      await merge(tx, house, parts, accountId, wanted)
      const [person] = await readPeople(tx, accountId, [wanted.keptId])
      if (!person) throw notFound('There is no such person.')
      return person
    }),
  )
}
