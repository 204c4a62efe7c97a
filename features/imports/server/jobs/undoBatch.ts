import type { Tx } from '@millrace/kit/server'
import type { PersonDelta, TakenBack } from '@millrace/people/server'
import type { Work } from './work.ts'

/** People in one transaction. */
const BATCH = 500

/** Locks an import that is being taken back and says how far that is. */
const LOCK = `select status, undo_position from imports where account_id = $1 and id = $2 for update`

/** What an import did to the next people, by id. */
const NEXT = `
select person_id as "personId", is_created as "isCreated", was_archived as "wasArchived", coalesce(before, '{}') as before,
  coalesce(after, '{}') as after, tags, written_at as "writtenAt"
from import_changes where account_id = $1 and import_id = $2 and person_id > $3 order by account_id, person_id limit ${BATCH}`

/** Which people mail has gone to; what is only planned does not count. */
const MAILED = `
select distinct s.person_id as id from unnest($2::bigint[]) as u(id) join sends s on s.person_id = u.id
where s.account_id = $1 and s.state not in ('planned', 'skipped', 'failed')`

/** Which people something has happened with. */
const ACTIVE = `
select u.id from unnest($2::bigint[]) as u(id)
where exists (select 1 from events e where e.account_id = $1 and e.person_id = u.id)`

/** Forgets what was done to people who are dealt with. */
const FORGET = `delete from import_changes where account_id = $1 and import_id = $2 and person_id = any($3::bigint[])`

/** Notes why people were left as they are. */
const KEEP = `
update import_changes c set kept_why = u.why from unnest($3::bigint[], $4::text[]) as u(id, why)
where c.account_id = $1 and c.import_id = $2 and c.person_id = u.id`

/** Counts what became of people and moves on behind them. */
const ADVANCE = `
update imports set undo_position = $3, undo_removed = undo_removed + $4, undo_restored = undo_restored + $5,
  undo_kept = undo_kept + $6, undo_merged = undo_merged + $7, beat_at = $8, failures = 0
where account_id = $1 and id = $2`

/** Ends taking back. */
const FINISH = `update imports set status = 'undone', beat_at = $3 where account_id = $1 and id = $2`

const withReasonsToKeep = async (tx: Tx, accountId: number, deltas: PersonDelta[]): Promise<PersonDelta[]> => {
  const made = deltas.flatMap(({ personId, isCreated }) => (isCreated ? [personId] : []))
  if (!made.length) return deltas
  const mailed = new Set((await tx.rows<{ id: number }>(MAILED, [accountId, made])).map(({ id }) => id))
  const active = new Set((await tx.rows<{ id: number }>(ACTIVE, [accountId, made])).map(({ id }) => id))
  return deltas.map((delta) => {
    if (mailed.has(delta.personId)) return { ...delta, keep: 'Has been sent mail since.' }
    return active.has(delta.personId) ? { ...delta, keep: 'Was active since.' } : delta
  })
}

const MERGED = 'Has become one with another person since.'

/** Whoever is gone already: what was made is removed, what was changed or has become part of somebody else cannot be. */
const settled = ({ isCreated }: PersonDelta, { outcome, why }: TakenBack, isMerged: boolean): TakenBack => {
  if (outcome !== 'gone') return { outcome, why }
  if (isMerged) return { outcome: 'kept', why: MERGED }
  return isCreated ? { outcome: 'removed' } : { outcome: 'kept', why: 'Is no longer there.' }
}

const settle = async (tx: Tx, work: Work, deltas: readonly PersonDelta[], answers: readonly TakenBack[]) => {
  const { house, people, accountId, row } = work
  const gone = deltas.flatMap(({ personId }, place) => (answers[place]?.outcome === 'gone' ? [personId] : []))
  const merged = await people.currentIds(tx, accountId, gone)
  const all = deltas.map((delta, place) => ({
    delta,
    ...settled(delta, answers[place] as TakenBack, merged.has(delta.personId)),
  }))
  const kept = all.filter(({ outcome }) => outcome === 'kept')
  const done = all.filter(({ outcome }) => outcome !== 'kept')
  if (done.length) await tx.run(FORGET, [accountId, row.id, done.map(({ delta }) => delta.personId)])
  if (kept.length)
    await tx.run(KEEP, [accountId, row.id, kept.map(({ delta }) => delta.personId), kept.map(({ why }) => why ?? '')])
  const removed = done.filter(({ outcome }) => outcome === 'removed').length
  await tx.run(ADVANCE, [
    accountId,
    row.id,
    deltas.at(-1)?.personId,
    removed,
    done.length - removed,
    kept.length,
    merged.size,
    house.clock.now(),
  ])
}

/** Takes an import back for the next people, in one transaction with how far that is. Answers whether there is more to do. */
export const undoBatch = (work: Work): Promise<boolean> =>
  work.house.db.account(work.accountId, async (tx) => {
    const { house, people, accountId, row } = work
    const state = await tx.one<{ status: string; undo_position: number }>(LOCK, [accountId, row.id])
    if (state?.status !== 'undoing') return false
    const next = await tx.rows<PersonDelta>(NEXT, [accountId, row.id, state.undo_position])
    if (!next.length) {
      await tx.run(FINISH, [accountId, row.id, house.clock.now()])
      return false
    }
    const deltas = await withReasonsToKeep(tx, accountId, next)
    await settle(tx, work, deltas, await people.takeBack(tx, accountId, deltas))
    return true
  })
