import type { NewChange } from '@millrace/kit/jobs'
import { type Tx, together, withoutWaiting } from '@millrace/kit/server'
import { advance, countsOf, hold, keepRefusals, type MappedBatch, outcomesOf, type Work } from './work.ts'

/** Writes down whom a batch made: nobody can have known their ids before, and they are removed as a whole. */
const REMEMBER_MADE = `
insert into import_changes (account_id, import_id, person_id, is_created, written_at)
select $1::int, $2::bigint, u.person_id, true, $3 from unnest($4::bigint[]) as u(person_id)`

/**
 * Writes down what was done to people. Who stands in the file more than once is one row: as before the first time, as after
 * the last.
 */
const REMEMBER = `
insert into import_changes (account_id, import_id, person_id, is_created, was_archived, before, after, tags, written_at)
select $1::int, $2::bigint, u.person_id, false, u.was_archived, nullif(u.before, 'null'), nullif(u.after, 'null'),
  u.tags::bigint[], $3
from rows from (unnest($4::bigint[]), unnest($5::boolean[]), jsonb_array_elements($6::jsonb), jsonb_array_elements($7::jsonb),
  unnest($8::text[])) as u(person_id, was_archived, before, after, tags)
on conflict (account_id, import_id, person_id) do update set written_at = excluded.written_at,
  was_archived = import_changes.was_archived or excluded.was_archived,
  before = coalesce(excluded.before, '{}') || coalesce(import_changes.before, '{}'),
  after = coalesce(import_changes.after, '{}') || coalesce(excluded.after, '{}'),
  tags = import_changes.tags || excluded.tags`

type Done = { isCreated: boolean; wasArchived: boolean; before?: unknown; after?: unknown; tags: number[] }

/** What news say was done to each person. */
const doneTo = (news: readonly NewChange[]): Map<number, Done> => {
  const done = new Map<number, Done>()
  for (const { kind, personId, ref, data } of news) {
    if (personId === null || kind === 'person.erased') continue
    const person = done.get(personId) ?? { isCreated: false, wasArchived: false, tags: [] }
    done.set(personId, person)
    if (kind === 'person.created') person.isCreated = true
    else if (kind === 'person.restored') person.wasArchived = true
    else if (kind === 'tag.added' && ref) person.tags.push(ref)
    else if (kind === 'person.changed') Object.assign(person, { before: data?.before, after: data?.after })
  }
  return done
}

const remember = async (tx: Tx, { accountId, row }: Work, news: readonly NewChange[], at: Date) => {
  if (!row.keeps_history) return
  const people = [...doneTo(news)]
  const made = people.flatMap(([id, { isCreated }]) => (isCreated ? [id] : []))
  if (made.length) await tx.run(REMEMBER_MADE, [accountId, row.id, at, made])
  const changed = people.filter(([, { isCreated }]) => !isCreated)
  if (!changed.length) return
  await tx.run(REMEMBER, [
    accountId,
    row.id,
    at,
    changed.map(([id]) => id),
    changed.map(([, { wasArchived }]) => wasArchived),
    JSON.stringify(changed.map(([, { before }]) => before ?? null)),
    JSON.stringify(changed.map(([, { after }]) => after ?? null)),
    changed.map(([, { tags }]) => `{${tags.join(',')}}`),
  ])
}

/**
 * Takes a batch in one transaction with the place in the file and what can be taken back of it. Answers false where someone
 * else has the import or it was stopped.
 */
export const takeBatch = (work: Work, batch: MappedBatch, speed: number): Promise<boolean> =>
  work.house.db.account(work.accountId, async (tx) => {
    const [held] = await together([hold(tx, work, batch.from), withoutWaiting(tx)])
    if (!held) return false
    const { mapped } = batch
    let written: { news: readonly NewChange[]; at: Date } | undefined
    const results = await work.people.upsertPeople(
      tx,
      work.accountId,
      mapped.flatMap((each) => ('item' in each ? [each.item] : [])),
      {
        source: 'import',
        createFields: false,
        existing: work.row.strategy,
        isPartial: true,
        onNews: (news, at) => {
          written = { news, at }
        },
      },
    )
    const outcomes = outcomesOf(mapped, results)
    await together([
      written && remember(tx, work, written.news, written.at),
      keepRefusals(tx, work, batch.from, outcomes),
      advance(tx, work, held, { batch, outcomes, counts: countsOf(outcomes), speed }),
    ])
    return true
  })
