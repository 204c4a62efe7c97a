import { type JobHandler, job } from '@millrace/kit/jobs'
import { type House, retrying, type Tx } from '@millrace/kit/server'
import type { PeopleDoor } from '@millrace/people/server'
import { z } from 'zod'
import { BrokenCsv } from '../csv/readCsv.ts'
import { isKept, pathOf } from '../files/uploads.ts'
import { IMPORT_COLUMNS, type ImportRow } from '../rules/importShape.ts'
import type { ColumnPlan } from '../rules/mapRow.ts'
import { newsPasser } from './letNewsPass.ts'
import { queueImport } from './queueImport.ts'
import { BATCH, oneAhead, readBatches } from './readBatches.ts'
import { takeBatch } from './takeBatch.ts'
import { tryBatch } from './tryBatch.ts'
import { undoBatch } from './undoBatch.ts'
import { type Batch, type MappedBatch, mapBatch, type Work } from './work.ts'

/** After so long an import lets other jobs have a turn. */
const SLICE_MS = 4_000
/** An import that breaks off so often in a row at the same place is given up. */
const MOST_FAILURES = 5
/** How much the speed of the last batch counts. */
const LATEST = 0.2

const BEGIN = `
update imports set status = case status when 'undoing' then status else 'running' end, started_at = coalesce(started_at, $3),
  beat_at = $3
where account_id = $1 and id = $2 and status in ('queued', 'running', 'undoing') returning ${IMPORT_COLUMNS}`

/** Ends what runs. */
const FINISH = `
update imports set status = $3, error = $4, finished_at = $5, beat_at = $5, speed = 0,
  num_people = case when $3 = 'done' then row_position else greatest(num_people, row_position) end
where account_id = $1 and id = $2 and status = 'running'`

/** Forgets whom a check has seen. */
const FORGET_KEYS = `delete from import_keys where account_id = $1 and import_id = $2`

/** Notes that an import broke off. */
const FAIL = `
update imports set failures = failures + 1, beat_at = $3
where account_id = $1 and id = $2 and status in ('running', 'undoing') returning failures`

/** The types of the fields that columns go to. */
const TYPES = `select name, type, format from person_fields where account_id = $1`

const planOf = async (tx: Tx, accountId: number, { headers, mapping }: ImportRow): Promise<ColumnPlan[]> => {
  const rows = await tx.rows<{ name: string; type: string; format: string | null }>(TYPES, [accountId])
  const types = new Map(rows.map((row) => [row.name, row]))
  return headers.flatMap((header, index) => {
    const target = mapping[header]
    if (!target) return []
    const { type = 'string', format = null } = types.get(target.field) ?? target
    return [{ index, field: target.field, rule: { type, format: format ?? null, dates: target.dates } }]
  })
}

const finish = ({ house, accountId, row }: Work, status: 'done' | 'failed', error: string | null) =>
  house.db.account(accountId, async (tx) => {
    await tx.run(FINISH, [accountId, row.id, status, error, house.clock.now()])
    if (row.purpose === 'check') await tx.run(FORGET_KEYS, [accountId, row.id])
  })

/** How many changes a batch makes at the most, but for files that put people on further tags by a column. */
const newsOf = ({ row }: Work) => BATCH * (1 + row.tags.length)

async function* mapped(work: Work, batches: AsyncIterable<Batch>): AsyncGenerator<MappedBatch> {
  for await (const batch of batches) yield { ...batch, mapped: mapBatch(work, batch.rows) }
}

/** Works through the file from where the import stands. Answers whether it is over. */
const workThrough = async (work: Work, until: () => boolean): Promise<boolean> => {
  const deal = work.row.purpose === 'check' ? tryBatch : takeBatch
  let { speed } = work.row
  const letPass = newsPasser(work.house, work.accountId, newsOf(work))
  const settle = work.people.indexSettler()
  let from = performance.now()
  try {
    const batches = readBatches(pathOf(work.house, work.row.file_key), work.row)
    for await (const batch of oneAhead(mapped(work, batches))) {
      if (!(await retrying(() => deal(work, batch, Math.round(speed))))) return true
      const now = performance.now()
      const lately = (batch.rows.length / Math.max(now - from, 1)) * 1_000
      speed = speed ? speed * (1 - LATEST) + lately * LATEST : lately
      from = now
      if (work.row.purpose === 'import') settle()
      if (until()) return false
      if (work.row.purpose === 'import') await letPass()
    }
    await finish(work, 'done', null)
  } catch (error) {
    if (!(error instanceof BrokenCsv)) throw error
    await finish(work, 'failed', error.message)
  }
  return true
}

const undoThrough = async (work: Work, until: () => boolean): Promise<boolean> => {
  const letPass = newsPasser(work.house, work.accountId, newsOf(work))
  while (await retrying(() => undoBatch(work))) {
    if (until()) return false
    await letPass()
  }
  return true
}

const begin = (house: House, people: PeopleDoor, accountId: number, id: number) =>
  house.db.account(accountId, async (tx): Promise<Work | undefined> => {
    const row = await tx.one<ImportRow>(BEGIN, [accountId, id, house.clock.now()])
    return row && { house, people, accountId, row, plan: await planOf(tx, accountId, row) }
  })

const noteFailure = async (work: Work) => {
  const { house, accountId, row } = work
  const state = await house.db.account(accountId, (tx) =>
    tx.one<{ failures: number }>(FAIL, [accountId, row.id, house.clock.now()]),
  )
  if (row.status === 'undoing' || (state?.failures ?? 0) < MOST_FAILURES) return false
  await finish(work, 'failed', "We couldn't process the import.")
  return true
}

/** Does a slice of what an import, a check or the taking back of an import is about. Answers whether it is over. */
const runSlice = async (work: Work, until: () => boolean): Promise<boolean> => {
  if (work.row.status === 'undoing') return undoThrough(work, until)
  if (await isKept(work.house, work.row.file_key)) return workThrough(work, until)
  await finish(work, 'failed', 'The file is no longer there. Please upload it again.')
  return true
}

/**
 * Brings the people of a file in, tries that, or takes it back: each batch is one transaction with the place where it stands,
 * so that, killed at any moment, it goes on where it was and does nothing twice. Lets other jobs have a turn every few seconds.
 */
export const runImport = (house: House, people: PeopleDoor): JobHandler =>
  job({
    name: 'imports.run',
    schema: z.object({ accountId: z.number(), id: z.number() }),
    run: async ({ accountId, id }, signal) => {
      const work = await begin(house, people, accountId, id)
      if (!work) return
      const end = performance.now() + SLICE_MS
      try {
        if (await runSlice(work, () => signal.aborted || performance.now() > end)) return
      } catch (error) {
        house.log.error({ err: error, accountId, import: id }, 'an import broke off')
        if (await noteFailure(work)) return
        throw error
      }
      await house.db.account(accountId, (tx) => queueImport(tx, house, accountId, id))
    },
  })
