import type { NewChange } from '@millrace/kit/jobs'
import type { Tx } from '@millrace/kit/server'
import { advance, type Batch, countsOf, hold, keepRefusals, mapBatch, outcomesOf, type Work } from './work.ts'

/**
 * Writes down what was done to people. Who stands in the file more than once is one row: as before the first time, as after
 * the last.
 */
const REMEMBER = `
insert into import_changes (account_id, import_id, person_id, is_created, was_archived, before, after, tags, written_at)
select $1::int, $2::bigint, u.person_id, u.is_created, u.was_archived, u.before, u.after, u.tags::bigint[], $3
from unnest($4::bigint[], $5::boolean[], $6::boolean[], $7::jsonb[], $8::jsonb[], $9::text[])
  as u(person_id, is_created, was_archived, before, after, tags)
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

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

const remember = async (tx: Tx, { accountId, row }: Work, news: readonly NewChange[], at: Date) => {
  if (!row.keeps_history) return
  const people = [...doneTo(news)]
  if (!people.length) return
  await tx.run(REMEMBER, [
    accountId,
    row.id,
    at,
    people.map(([id]) => id),
    people.map(([, { isCreated }]) => isCreated),
    people.map(([, { wasArchived }]) => wasArchived),
    people.map(([, { before }]) => json(before)),
    people.map(([, { after }]) => json(after)),
    // What is made is removed as a whole.
    people.map(([, { isCreated, tags }]) => `{${isCreated ? '' : tags.join(',')}}`),
  ])
}

/**
 * Takes a batch in one transaction with the place in the file and what can be taken back of it. Answers false where someone
 * else has the import or it was stopped.
 */
export const takeBatch = (work: Work, batch: Batch, speed: number): Promise<boolean> =>
  work.house.db.account(work.accountId, async (tx) => {
    const held = await hold(tx, work, batch.from)
    if (!held) return false
    const mapped = mapBatch(work, batch.rows)
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
    if (written) await remember(tx, work, written.news, written.at)
    const outcomes = outcomesOf(mapped, results)
    await keepRefusals(tx, work, batch.from, outcomes)
    await advance(tx, work, held, { batch, outcomes, counts: countsOf(outcomes), speed })
    return true
  })
