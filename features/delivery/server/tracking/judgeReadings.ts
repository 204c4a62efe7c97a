import type { Loop } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import type { SendKey } from '../ledger/row.ts'
import type { DeliveryPorts } from '../ports.ts'
import { type Trace, visitsOf } from './machines.ts'
import { holdSend, type ReadSend } from './readSend.ts'
import { SUSPECT_MS } from './recordReading.ts'
import { takeBack } from './takeBack.ts'
import { tellClick, tellOpen } from './tellReading.ts'
import { clicksSince, forgetWaits, type Wait, waitsOf } from './waits.ts'

/** Once nothing came for so long, it is known what a visit was. */
const QUIET_MS = 3_000
/** Nobody waits longer, whatever still comes. */
const LONGEST_MS = 15_000
/** Links of the mail of so many followed from one place at about the same time are followed by a machine. */
const MANY_MAILS = 5
const EVERY_MS = 1_000

/** Mails whose readings have waited for long enough. */
const RIPE = `select w.account_id as "accountId", w.send_id as id, w.reason_at as "reasonAt"
  from click_waits w /* across accounts: whose readings can be judged */
  group by w.account_id, w.send_id, w.reason_at
  having max(w.at) <= $1 or min(w.at) <= $2 order by w.account_id, w.send_id limit 500`

/** From where links of the mail of many were followed. */
const OF_MANY = `select distinct w.account_id as "accountId", w.reader
  from click_waits w /* across accounts: who follows the links of many */
  where w.kind = 1 and w.reader <> '' group by w.account_id, w.reader having count(distinct w.send_id) >= $1`

type Many = { accountId: number; reader: string }
type Told = Trace & { isTold: true }
type Tools = { house: House; ports: Pick<DeliveryPorts, 'recordEvents' | 'markMachines'> }

const tell = async (tx: Tx, { ports }: Tools, send: ReadSend, wait: Wait, isBot: boolean) => {
  const reader = { isBot, ...(wait.proxy && { proxy: wait.proxy }) }
  const at = new Date(wait.at)
  if (wait.kind === 'opening') await tellOpen(tx, ports, send, at, reader)
  if (wait.kind === 'click') await tellClick(tx, ports, send, { linkId: wait.linkId, url: wait.url }, at, reader)
}

const isTold = (trace: Wait | Told): trace is Told => 'isTold' in trace

const judgeMail = async (tx: Tx, tools: Tools, key: SendKey, ofMany: ReadonlySet<string>): Promise<void> => {
  const send = await holdSend(tx, key)
  const waits = await waitsOf(tx, key)
  if (!waits.length) return
  await forgetWaits(tx, key.accountId, waits)
  if (!send) return
  const since = Math.min(...waits.map(({ at }) => at)) - SUSPECT_MS
  const told = (await clicksSince(tx, send, since)).map((click): Told => ({ ...click, isTold: true }))
  const marked = waits.map((wait) => ({ ...wait, isOfMany: ofMany.has(`${key.accountId} ${wait.reader}`) }))
  for (const { traces, isMachine, from, to } of visitsOf<Wait | Told>([...marked, ...told], send.acceptedAt)) {
    if (isMachine && traces.some((trace) => !isTold(trace))) {
      const mistaken = traces.filter((trace) => isTold(trace) && !trace.isBot).map(({ linkId }) => linkId)
      await takeBack(tx, tools.ports, send, mistaken, { from, to }, tools.house.clock.now())
    }
    for (const trace of traces) if (!isTold(trace)) await tell(tx, tools, send, trace, isMachine)
  }
}

/** Counts and tells the readings that waited, each as what it turned out to be. */
export const judgeReadings = (tools: Tools): Loop => ({
  name: 'readings of mail',
  topic: 'mail-readings',
  everyMs: EVERY_MS,
  work: async () => {
    const { db, clock } = tools.house
    const now = clock.now().getTime()
    const { ripe, many } = await db.system(async (tx) => {
      const found = await tx.rows<SendKey>(RIPE, [new Date(now - QUIET_MS), new Date(now - LONGEST_MS)], 'waits-ripe')
      // Mostly nothing waits: then there is nobody to tell apart.
      if (!found.length) return { ripe: found, many: [] }
      return { ripe: found, many: await tx.rows<Many>(OF_MANY, [MANY_MAILS], 'waits-of-many') }
    })
    const ofMany = new Set(many.map(({ accountId, reader }) => `${accountId} ${reader}`))
    for (const key of ripe) await db.system((tx) => judgeMail(tx, tools, key, ofMany))
    return ripe.length === 500 ? 'more' : undefined
  },
})
