import type { House, Tx } from '@millrace/kit/server'
import type { PeopleDoor, Upserted } from '@millrace/people/server'
import type { RefusalReason } from '../../contract/index.ts'
import type { CsvRow } from '../csv/readCsv.ts'
import type { ImportRow } from '../rules/importShape.ts'
import { type ColumnPlan, type MappedRow, mapRow } from '../rules/mapRow.ts'
import { countReasons } from '../rules/refusalReasons.ts'

/** An import or a check that a worker has in hand. */
export type Work = { house: House; people: PeopleDoor; accountId: number; row: ImportRow; plan: ColumnPlan[] }

/** Rows of the file that belong together, behind how many they stand, and how many bytes and lines lie behind them. */
export type Batch = { rows: CsvRow[]; from: number; bytes: number | null; line: number }

/** A batch whose rows are read as people. */
export type MappedBatch = Batch & { mapped: ReturnType<typeof mapBatch> }

/** What became of a row. */
export type Outcome = { row: CsvRow; refusal?: string; result?: Upserted }

/** What a batch comes to. */
export type Counts = { created: number; updated: number; unchanged: number; repeated: number; refused: number }

/** Locks an import and says how far it is: whoever comes second finds that it has moved on. */
const LOCK = `select status, row_position, reasons from imports where account_id = $1 and id = $2 for update`

/** Counts what became of a batch and moves on behind it. */
const ADVANCE = `
update imports set row_position = row_position + $3, created = created + $4, updated = updated + $5,
  unchanged = unchanged + $6, repeated = repeated + $7, refused = refused + $8, reasons = $9, byte_position = $10,
  line_position = $11, speed = $12, beat_at = $13, failures = 0
where account_id = $1 and id = $2`

/** Keeps rows that were not taken. */
const REFUSE = `
insert into import_refusals (account_id, import_id, row_number, line, message, row_values)
select $1::int, $2::bigint, u.row_number, u.line, u.message, u.row_values
from unnest($3::int[], $4::int[], $5::text[], $6::jsonb[]) as u(row_number, line, message, row_values)`

/** A state that may be worked on: with it the row is locked until the transaction ends. */
export type Held = { reasons: RefusalReason[] }

/** Locks the import where it still stands at `from` and runs; undefined where someone else has it or it was stopped. */
export const hold = async (tx: Tx, { accountId, row }: Work, from: number): Promise<Held | undefined> => {
  const state = await tx.one<Held & { status: string; row_position: number }>(LOCK, [accountId, row.id])
  return state?.status === 'running' && state.row_position === from ? state : undefined
}

/** Reads the rows of a batch as people. */
export const mapBatch = ({ row, plan }: Work, rows: readonly CsvRow[]): ({ row: CsvRow } & MappedRow)[] =>
  rows.map((each) => ({ row: each, ...mapRow(each.values, row.headers.length, plan, row.tags) }))

/** Puts what became of readable rows beside those that could not be read. */
export const outcomesOf = (
  mapped: readonly ({ row: CsvRow } & MappedRow)[],
  results: readonly Upserted[],
): Outcome[] => {
  const rest = results.values()
  return mapped.map((each) => {
    if ('refusal' in each) return { row: each.row, refusal: each.refusal }
    const result = rest.next().value as Upserted
    return { row: each.row, result, refusal: result.refusal }
  })
}

/** Counts what became of rows; `isRepeated` says which are about somebody who stood further up. */
export const countsOf = (
  outcomes: readonly Outcome[],
  isRepeated: (place: number) => boolean = () => false,
): Counts => {
  const counts = { created: 0, updated: 0, unchanged: 0, repeated: 0, refused: 0 }
  for (const [place, { refusal, result }] of outcomes.entries()) {
    if (refusal !== undefined || !result) counts.refused++
    else if (isRepeated(place)) counts.repeated++
    else if (result.created) counts.created++
    else if (result.changedFields.length || result.isTagged) counts.updated++
    else counts.unchanged++
  }
  return counts
}

/** Keeps the refused rows of a batch that begins behind `from` rows. */
export const keepRefusals = async (tx: Tx, { accountId, row }: Work, from: number, outcomes: readonly Outcome[]) => {
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

/** Writes how far it is, in the transaction that did it. */
export const advance = async (
  tx: Tx,
  { house, accountId, row }: Work,
  { reasons }: Held,
  { batch, outcomes, counts, speed }: { batch: Batch; outcomes: readonly Outcome[]; counts: Counts; speed: number },
) => {
  const refusals = outcomes.flatMap(({ row: { line }, refusal }) =>
    refusal === undefined ? [] : [{ line, message: refusal }],
  )
  const { created, updated, unchanged, repeated, refused } = counts
  await tx.run(ADVANCE, [
    accountId,
    row.id,
    batch.rows.length,
    created,
    updated,
    unchanged,
    repeated,
    refused,
    JSON.stringify(countReasons(reasons, refusals)),
    batch.bytes,
    batch.line,
    speed,
    house.clock.now(),
  ])
}
