import type { House, Tx } from '@millrace/kit/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, setCookie } from './cookies.ts'
import { rememberDevice } from './devices.ts'
import { newSecret } from './secrets.ts'
import { endSessionOf, type SessionOwner, startSession } from './sessions.ts'

/** The request that is answered. */
export type Exchange = { request: FastifyRequest; reply: FastifyReply }

/**
 * Signs a member in: a session with a new name, the one before it ended, and the device remembered. The cookies are
 * handed over by the returned function once everything is committed.
 */
export const letIn = async (
  tx: Tx,
  house: Pick<House, 'clock' | 'publicUrl'>,
  owner: SessionOwner,
  { request, reply }: Exchange,
): Promise<() => void> => {
  const now = house.clock.now()
  const before = readCookie(house, request, 'session')
  if (before) await endSessionOf(tx, before)
  const session = await startSession(tx, owner, { request, now })
  const device = readCookie(house, request, 'device') ?? newSecret()
  await rememberDevice(tx, owner.memberId, device, now)
  return () => {
    setCookie(house, { request, reply }, 'session', session)
    setCookie(house, { request, reply }, 'device', device)
  }
}

/** The account where a member goes on: where he was last, else his first one. */
export const homeOf = async (tx: Tx, memberId: number): Promise<number | undefined> => {
  // The latest session's account comes first, while he is still in it.
  const row = await tx.one<{ accountId: number }>(
    `select ms.account_id as "accountId" from memberships ms
      where ms.member_id = $1
      order by (select max(s.seen_at) from sessions s where s.member_id = $1 and s.account_id = ms.account_id) desc nulls last,
               ms.is_owner desc, ms.account_id
      limit 1`,
    [memberId],
  )
  return row?.accountId
}
