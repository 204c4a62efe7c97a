import { type JobHandler, job } from '@millrace/kit/jobs'
import { momentList, numberList, type Tx, textList } from '@millrace/kit/server'
import { z } from 'zod'
import type { Broadcasts } from '../ports.ts'
import { type BroadcastRow, holdBroadcast, writeBroadcast } from '../store/rows.ts'
import { queueFreeze } from '../verbs/begin.ts'
import { zoneOfAccount } from '../verbs/sendBroadcast.ts'
import { audienceOf } from './audience.ts'
import { type Judged, judge } from './judge.ts'

/** How many people one transaction takes. */
export const CHUNK = 5_000
/** After so long an audience lets other jobs have a turn. */
const SLICE_MS = 4_000

/** Keeps whom a broadcast found. */
const INSERT = `insert into broadcast_recipients (account_id, broadcast_id, person_id, is_rest, variant, why, due_at)
  select $1::int, $2::bigint, u.person_id, u.is_rest, u.variant, u.why, u.due_at
  from unnest($3::bigint[], $4::boolean[], $5::smallint[], $6::text[], $7::timestamptz[]) as u(person_id, is_rest, variant, why, due_at)
  on conflict (account_id, broadcast_id, person_id) do nothing`

const keep = async (tx: Tx, row: BroadcastRow, judged: readonly Judged[]): Promise<void> => {
  if (!judged.length) return
  await tx.run(INSERT, [
    row.accountId,
    row.id,
    numberList(judged.map(({ personId }) => personId)),
    textList(judged.map(({ isRest }) => (isRest ? 't' : 'f'))),
    numberList(judged.map(({ variant }) => variant)),
    textList(judged.map(({ why }) => why)),
    momentList(judged.map(({ dueAt }) => dueAt)),
  ])
}

const isToFreeze = ({ status, frozenAt }: BroadcastRow) => status === 'sending' && frozenAt === null

/** Freezes the next people of an audience, with how far that is. Answers whether it is over. */
export const freezeChunk = ({ house, ports }: Broadcasts, accountId: number, id: number): Promise<boolean> =>
  house.db.system(async (tx) => {
    const row = await holdBroadcast(tx, accountId, id)
    if (!isToFreeze(row)) return true
    const ids = await audienceOf(ports, row)(tx, row.frozenTo, CHUNK)
    const isLast = ids.length < CHUNK
    const now = house.clock.now()
    const accountZone = await zoneOfAccount(tx, accountId)
    const judged = await judge(tx, ports, row, ids, { now, accountZone, isWhole: isLast && row.frozenTo === 0 })
    await keep(tx, row, judged)
    const excluded = judged.filter(({ why }) => why !== null).length
    await writeBroadcast(tx, row, {
      frozenTo: ids.at(-1) ?? row.frozenTo,
      frozenAt: isLast ? now : null,
      entered: row.entered + judged.length - excluded,
      excluded: row.excluded + excluded,
    })
    if (isLast) await house.bell.ring(tx, 'broadcasts', accountId)
    return isLast
  })

/**
 * Writes down who gets a broadcast and who does not, with why: each part is one transaction with the place where it stands, so
 * that, killed at any moment, it goes on where it was and takes nobody twice.
 */
export const freezeAudience = (broadcasts: Broadcasts): JobHandler =>
  job({
    name: 'broadcasts.freeze',
    schema: z.object({ accountId: z.number(), id: z.number() }),
    attempts: 25,
    run: async ({ accountId, id }, signal) => {
      const end = performance.now() + SLICE_MS
      while (!(await freezeChunk(broadcasts, accountId, id))) {
        if (!signal.aborted && performance.now() < end) continue
        const { house } = broadcasts
        await house.db.system((tx) => queueFreeze(tx, house, accountId, id))
        return
      }
    },
  })
