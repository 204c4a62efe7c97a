import { type House, type Tx, withGenericPlans } from '@millrace/kit/server'
import { PERSON_COLUMNS, type PersonRow } from '../rules/personShape.ts'
import { removeTagIds } from '../tags/movePersonTags.ts'
import { archivePeople, erasePeople } from '../verbs/movePeople.ts'
import { lockMakers } from './match.ts'
import { upsertPeople } from './upsertPeople.ts'

/** What was done to a person, as `onNews` of `upsertPeople` told it. */
export type PersonDelta = {
  personId: number
  /** The person was made; taking that back deletes the person. */
  isCreated: boolean
  wasArchived: boolean
  /** Fields that were changed, by name, as they were before and after. */
  before: Record<string, unknown>
  after: Record<string, unknown>
  /** Ids of tags that were put on. */
  tags: readonly number[]
  /** When it was written. */
  writtenAt: Date
  /** Why somebody who was made must stay. */
  keep?: string
}

/** What became of a person. `kept` says in `why` what was left as it is; `gone` are people who are no longer there. */
export type TakenBack = { outcome: 'removed' | 'restored' | 'kept' | 'gone'; why?: string }

/** Reads and locks people, in the order of their ids. */
const LOCK = `
select ${PERSON_COLUMNS} from unnest($2::bigint[]) as u(id) join people p on p.id = u.id where p.account_id = $1
order by p.account_id, p.id for update of p`

const equal = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

const valueNow = (row: PersonRow, name: string): unknown => {
  if (name === 'email') return row.email
  if (name === 'userId') return row.user_id
  if (name === 'timezone') return row.timezone
  if (name === 'unsubscribed') return row.unsubscribed_at !== null
  if (name === 'unsubscribeReason') return row.unsubscribe_reason
  return Object.hasOwn(row.fields, name) ? row.fields[name] : null
}

/** Whether a field still is as it was left. Somebody who has unsubscribed since stays unsubscribed. */
const isAsLeft = (row: PersonRow, name: string, { after, writtenAt }: PersonDelta) =>
  equal(valueNow(row, name), after[name]) &&
  (name !== 'unsubscribed' || !row.unsubscribed_at || row.unsubscribed_at.getTime() === writtenAt.getTime())

type Restoring = { place: number; delta: PersonDelta; row: PersonRow; fields: Record<string, unknown>; left: string[] }

const restoringOf = (place: number, delta: PersonDelta, row: PersonRow): Restoring => {
  const fields: Record<string, unknown> = {}
  const left: string[] = []
  for (const name of Object.keys(delta.after)) {
    if (isAsLeft(row, name, delta)) fields[name] = delta.before[name] ?? null
    else left.push(name)
  }
  return { place, delta, row, fields, left }
}

/** Why a person who was made is not removed; undefined where nothing speaks against it. */
const whyKept = ({ keep, writtenAt }: PersonDelta, row: PersonRow): string | undefined => {
  if (keep !== undefined) return keep
  if (row.last_seen_at) return 'Was active since.'
  return row.updated_at.getTime() === writtenAt.getTime() ? undefined : 'Was changed since.'
}

const restore = async (tx: Tx, house: House, accountId: number, all: readonly Restoring[], answers: TakenBack[]) => {
  const changed = all.filter(({ fields }) => Object.keys(fields).length)
  const results = await upsertPeople(
    tx,
    house,
    accountId,
    changed.map(({ row, fields }) => ({ id: row.id, fields })),
    { source: 'undo', createFields: false, isPartial: true },
  )
  const refusals = new Map(changed.map(({ place }, index) => [place, results[index]?.refusal]))
  const moves = all.flatMap(({ row, delta }) => delta.tags.map((tagId) => ({ personId: row.id, tagId })))
  await removeTagIds(tx, house, accountId, moves)
  const archived = all.filter(({ delta, row }) => delta.wasArchived && !row.archived_at)
  if (archived.length)
    await archivePeople(
      tx,
      house,
      accountId,
      archived.map(({ row }) => row.id),
    )
  for (const { place, left } of all) {
    const refusal = refusals.get(place)
    if (refusal !== undefined) answers[place] = { outcome: 'kept', why: refusal }
    else if (left.length) answers[place] = { outcome: 'kept', why: `Changed since: ${left.join(', ')}.` }
  }
}

const takeAll = async (tx: Tx, house: House, accountId: number, deltas: readonly PersonDelta[]) => {
  // Whoever makes people waits for this lock while holding none of them; so it comes first here too.
  await lockMakers(tx, accountId)
  const found = await tx.rows<PersonRow>(LOCK, [accountId, deltas.map(({ personId }) => personId)])
  const rows = new Map(found.map((row) => [row.id, row]))
  const answers: TakenBack[] = []
  const removed: number[] = []
  const restoring: Restoring[] = []
  for (const [place, delta] of deltas.entries()) {
    const row = rows.get(delta.personId)
    const why = row && delta.isCreated ? whyKept(delta, row) : undefined
    answers[place] = { outcome: !row ? 'gone' : why ? 'kept' : delta.isCreated ? 'removed' : 'restored', why }
    if (!row || why) continue
    if (delta.isCreated) removed.push(row.id)
    else restoring.push(restoringOf(place, delta, row))
  }
  if (removed.length) await erasePeople(tx, house, accountId, removed)
  if (restoring.length) await restore(tx, house, accountId, restoring, answers)
  return answers
}

/**
 * Takes back what was done to up to 1,000 people, in a fixed number of statements. People who were made are deleted unless
 * something has touched them since; of others each field goes back to its value before where it still has the value that it
 * was left with, and tags that were put on are taken off. Answers what became of each, in order.
 */
export const takeBack = (
  tx: Tx,
  house: House,
  accountId: number,
  deltas: readonly PersonDelta[],
): Promise<TakenBack[]> => withGenericPlans(tx, () => takeAll(tx, house, accountId, deltas))
