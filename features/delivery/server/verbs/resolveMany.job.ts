import { job } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { z } from 'zod'
import type { ResolvedAs } from '../../contract/index.ts'
import { type Ended, recordResults } from '../ledger/recordResults.ts'
import { CLAIMED_COLUMNS, type ClaimedSend } from '../ledger/row.ts'
import type { DeliveryPorts } from '../ports.ts'
import { wordOf } from './listSends.ts'

const JOB = 'delivery.resolve-many'
const CHUNK = 500

/** Which uncertain mails: all that were tried before a moment, or those of an email, a flow or a broadcast. */
export type Uncertain = { emailId?: number; flowId?: number; broadcastId?: number }

const SAME = `s.account_id = $1 and s.state = 'uncertain' and s.attempted_at <= $2
  and ($3::bigint is null or s.email_id = $3) and ($4::bigint is null or s.flow_id = $4)
  and ($5::bigint is null or s.broadcast_id = $5)`

const COUNT = `select count(*)::int as count from sends s where ${SAME}`

/** The next of them, held. */
const NEXT = `select ${CLAIMED_COLUMNS} from sends s where ${SAME}
  order by s.account_id, s.reason_at, s.id limit ${CHUNK} for update skip locked`

const values = (accountId: number, until: Date, { emailId, flowId, broadcastId }: Uncertain) => [
  accountId,
  until,
  emailId ?? null,
  flowId ?? null,
  broadcastId ?? null,
]

/** Settles uncertain mails by a member's word, as a job; answers how many there are. */
export const resolveMany = (
  house: House,
  accountId: number,
  { as, ...which }: Uncertain & { as: ResolvedAs },
): Promise<{ count: number }> =>
  house.db.account(accountId, async (tx) => {
    const until = house.clock.now()
    const row = await tx.one<{ count: number }>(COUNT, values(accountId, until, which))
    const count = row?.count ?? 0
    if (count) await house.jobs.add(tx, JOB, { accountId, as, until: until.toISOString(), ...which })
    return { count }
  })

type Ports = Pick<DeliveryPorts, 'recordEvents'>

const settleNext = async (tx: Tx, house: House, ports: Ports, accountId: number, of: unknown[], as: ResolvedAs) => {
  const sends = await tx.rows<ClaimedSend>(NEXT, of)
  if (!sends.length) return false
  const now = house.clock.now()
  const ended = sends.map((send): Ended => ({ send, result: wordOf(as, now), to: send.toAddress }))
  await recordResults(tx, accountId, now, ended, ports, null)
  if (as === 'again') await house.bell.ring(tx, 'sends', accountId)
  return true
}

/** Settles uncertain mails in chunks. What is settled is uncertain no more, so that a job that was killed goes on behind it. */
export const resolveManyJob = (house: House, ports: Ports) =>
  job({
    name: JOB,
    schema: z.object({
      accountId: z.number(),
      as: z.enum(['again', 'accepted', 'failed']),
      until: z.string(),
      emailId: z.number().optional(),
      flowId: z.number().optional(),
      broadcastId: z.number().optional(),
    }),
    run: async ({ accountId, as, until, ...which }) => {
      const of = values(accountId, new Date(until), which)
      while (await house.db.system((tx) => settleNext(tx, house, ports, accountId, of, as))) {}
    },
  })
