import { type JobHandler, job } from '@millrace/kit/jobs'
import { type House, retrying, type Tx } from '@millrace/kit/server'
import type { PeopleDoor, Upserted } from '@millrace/people/server'
import { z } from 'zod'
import { openFile } from '../csv/openFile.ts'
import { BrokenCsv, type CsvRow } from '../csv/readCsv.ts'
import { isKept, pathOf } from '../files/uploads.ts'
import { IMPORT_COLUMNS, type ImportRow } from '../rules/importShape.ts'
import { type ColumnPlan, type MappedRow, mapRow } from '../rules/mapRow.ts'

/** Rows in one transaction. */
const BATCH = 1_000
/** After so long an import lets other jobs have a turn. */
const SLICE_MS = 10_000
/** An import that breaks off so often in a row at the same place is given up. */
const MOST_FAILURES = 5

const BEGIN = `
update imports set status = 'running', started_at = coalesce(started_at, $3), beat_at = $3
where account_id = $1 and id = $2 and status in ('queued', 'running') returning ${IMPORT_COLUMNS}`

/** Locks an import and says how far it is: whoever comes second finds that it has moved on. */
const LOCK = `select status, row_position from imports where account_id = $1 and id = $2 for update`

/** Counts what became of a batch and moves on behind it. */
const ADVANCE = `
update imports set row_position = row_position + $3, created = created + $4, updated = updated + $5,
  unchanged = unchanged + $6, refused = refused + $7, beat_at = $8, failures = 0
where account_id = $1 and id = $2`

const REFUSE = `
insert into import_refusals (account_id, import_id, row_number, line, message, row_values)
select $1::int, $2::bigint, u.row_number, u.line, u.message, u.row_values
from unnest($3::int[], $4::int[], $5::text[], $6::jsonb[]) as u(row_number, line, message, row_values)`

const FINISH = `
update imports set status = $3, error = $4, finished_at = $5, beat_at = $5, num_people = greatest(num_people, row_position)
where account_id = $1 and id = $2 and status = 'running'`

/** Notes that an import broke off. */
const FAIL = `
update imports set failures = failures + 1, beat_at = $3 where account_id = $1 and id = $2 and status = 'running' returning failures`

/** The types of the fields that columns go to. */
const TYPES = `select name, type, format from person_fields where account_id = $1`

type Outcome = { row: CsvRow; refusal?: string; result?: Upserted }
type Running = { house: House; people: PeopleDoor; accountId: number; row: ImportRow; plan: ColumnPlan[] }

const planOf = async (tx: Tx, accountId: number, { headers, mapping }: ImportRow): Promise<ColumnPlan[]> => {
  const rows = await tx.rows<{ name: string; type: string; format: string | null }>(TYPES, [accountId])
  const types = new Map(rows.map((row) => [row.name, row]))
  return headers.flatMap((header, index) => {
    const target = mapping[header]
    if (!target) return []
    const { type = 'string', format = null } = types.get(target.field) ?? {}
    return [{ index, field: target.field, rule: { type, format, dates: target.dates } }]
  })
}

const takeRows = async (running: Running, tx: Tx, rows: readonly CsvRow[]): Promise<Outcome[]> => {
  const { people, accountId, row, plan } = running
  const mapped = rows.map(
    (each) =>
      ({ row: each, ...mapRow(each.values, row.headers.length, plan, row.tags) }) as { row: CsvRow } & MappedRow,
  )
  const readable = mapped.filter((each) => 'item' in each)
  const results = await people.upsertPeople(
    tx,
    accountId,
    readable.map(({ item }) => item),
    { source: 'import', createFields: false, existing: row.strategy, isPartial: true },
  )
  const byRow = new Map(readable.map((each, index) => [each.row, results[index]]))
  return mapped.map((each) => {
    const result = byRow.get(each.row)
    return { row: each.row, result, refusal: 'refusal' in each ? each.refusal : result?.refusal }
  })
}

const countsOf = (outcomes: readonly Outcome[]) => {
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 }
  for (const { refusal, result } of outcomes) {
    if (refusal !== undefined || !result) counts.refused++
    else if (result.created) counts.created++
    else if (result.changedFields.length || result.isTagged) counts.updated++
    else counts.unchanged++
  }
  return counts
}

const keepRefusals = async (tx: Tx, { accountId, row }: Running, from: number, outcomes: readonly Outcome[]) => {
  const refusals = outcomes.flatMap((outcome, index) =>
    outcome.refusal === undefined ? [] : [{ ...outcome, at: from + index }],
  )
  if (!refusals.length) return
  await tx.run(REFUSE, [
    accountId,
    row.id,
    refusals.map(({ at }) => at),
    refusals.map((each) => each.row.line),
    refusals.map(({ refusal }) => refusal),
    refusals.map((each) => JSON.stringify(each.row.values)),
  ])
}

/** Takes a batch in one transaction with the position; answers false where someone else has it or it was stopped. */
const takeBatch = (running: Running, from: number, rows: readonly CsvRow[]): Promise<boolean> =>
  running.house.db.account(running.accountId, async (tx) => {
    const { house, accountId, row } = running
    const state = await tx.one<{ status: string; row_position: number }>(LOCK, [accountId, row.id])
    if (state?.status !== 'running' || state.row_position !== from) return false
    const outcomes = await takeRows(running, tx, rows)
    await keepRefusals(tx, running, from, outcomes)
    const { created, updated, unchanged, refused } = countsOf(outcomes)
    await tx.run(ADVANCE, [accountId, row.id, rows.length, created, updated, unchanged, refused, house.clock.now()])
    return true
  })

const finish = (running: Running, status: 'done' | 'failed', error: string | null) =>
  running.house.db.account(running.accountId, (tx) =>
    tx.run(FINISH, [running.accountId, running.row.id, status, error, running.house.clock.now()]),
  )

async function* batchesOf(rows: AsyncGenerator<CsvRow>): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = []
  let broken: BrokenCsv | undefined
  try {
    for await (const row of rows) {
      batch.push(row)
      if (batch.length < BATCH) continue
      yield batch
      batch = []
    }
  } catch (error) {
    if (!(error instanceof BrokenCsv)) throw error
    broken = error
  }
  if (batch.length) yield batch
  if (broken) throw broken
}

/** Works through the file from where the import stands. Answers whether it is over. */
const workThrough = async (running: Running, signal: AbortSignal): Promise<boolean> => {
  const { house, row } = running
  const until = performance.now() + SLICE_MS
  const file = await openFile(pathOf(house, row.file_key), row.encoding)
  let position = row.row_position
  try {
    // The header is a row too.
    for await (const batch of batchesOf(file.rows(position + 1))) {
      if (!(await retrying(() => takeBatch(running, position, batch)))) return true
      position += batch.length
      if (signal.aborted || performance.now() > until) return false
    }
    await finish(running, 'done', null)
  } catch (error) {
    if (!(error instanceof BrokenCsv)) throw error
    await finish(running, 'failed', error.message)
  }
  return true
}

const begin = (house: House, people: PeopleDoor, accountId: number, id: number) =>
  house.db.account(accountId, async (tx): Promise<Running | undefined> => {
    const row = await tx.one<ImportRow>(BEGIN, [accountId, id, house.clock.now()])
    return row && { house, people, accountId, row, plan: await planOf(tx, accountId, row) }
  })

const noteFailure = async (running: Running) => {
  const { house, accountId, row } = running
  const state = await house.db.account(accountId, (tx) =>
    tx.one<{ failures: number }>(FAIL, [accountId, row.id, house.clock.now()]),
  )
  if ((state?.failures ?? 0) < MOST_FAILURES) return false
  await finish(running, 'failed', "We couldn't process the import.")
  return true
}

/**
 * Brings the people of a file in, a thousand rows in a transaction with the position in the file: killed at any moment, it
 * goes on where it was and takes nothing twice. Lets other jobs have a turn every ten seconds.
 */
export const runImport = (house: House, people: PeopleDoor): JobHandler =>
  job({
    name: 'imports.run',
    schema: z.object({ accountId: z.number(), id: z.number() }),
    run: async ({ accountId, id }, signal) => {
      const running = await begin(house, people, accountId, id)
      if (!running) return
      if (!(await isKept(house, running.row.file_key))) {
        await finish(running, 'failed', 'The file is no longer there. Please upload it again.')
        return
      }
      try {
        if (await workThrough(running, signal)) return
      } catch (error) {
        house.log.error({ err: error, accountId, import: id }, 'an import broke off')
        if (await noteFailure(running)) return
        throw error
      }
      await house.db.account(accountId, (tx) =>
        house.jobs.add(tx, 'imports.run', { accountId, id }, { key: `import:${id}` }),
      )
    },
  })
