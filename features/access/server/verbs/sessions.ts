import { type CallContext, notFound } from '@millrace/kit/server'
import { deviceName } from '../deviceName.ts'
import type { Desk } from '../ports.ts'
import { endSessionsOf } from '../sessions.ts'

type Asking = Pick<CallContext, 'memberId' | 'sessionId'>

type Row = { id: string; createdAt: Date; seenAt: Date; expiresAt: Date; ip: string; userAgent: string }

/** Where a member is signed in; the asking session first, then the latest. */
export const listSessions = async ({ house }: Desk, { memberId, sessionId }: Asking) => {
  const rows = await house.db.system((tx) =>
    // Living sessions of one member.
    tx.rows<Row>(
      `select public_id as id, created_at as "createdAt", seen_at as "seenAt", expires_at as "expiresAt", ip,
              user_agent as "userAgent"
         from sessions where member_id = $1 and expires_at > $2
        order by public_id = $3 desc, seen_at desc, public_id`,
      [memberId, house.clock.now(), sessionId ?? ''],
    ),
  )
  const sessions = rows.map(({ id, createdAt, seenAt, expiresAt, ip, userAgent }) => ({
    id,
    device: deviceName(userAgent),
    ip,
    createdAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isCurrent: id === sessionId,
  }))
  return { sessions }
}

/** Ends one of a member's own sessions. */
export const endSession = ({ house, forgetCallers }: Desk, { memberId }: Asking, publicId: string): Promise<void> =>
  house.db.system(async (tx) => {
    // Somebody else's session is not found.
    const ended = await tx.run('delete from sessions where public_id = $1 and member_id = $2', [publicId, memberId])
    if (!ended) throw notFound('This session has ended already.')
    await forgetCallers(tx)
  })

/** Ends all of a member's sessions but the asking one. */
export const endOtherSessions = ({ house, forgetCallers }: Desk, { memberId, sessionId }: Asking): Promise<void> =>
  house.db.system(async (tx) => {
    await endSessionsOf(tx, memberId, { except: sessionId })
    await forgetCallers(tx)
  })

/** Goes on in another account of the member. */
export const switchAccount = (
  { house, forgetCallers }: Desk,
  { memberId, sessionId }: Asking,
  accountId: number,
): Promise<{ accountId: number }> =>
  house.db.system(async (tx) => {
    // Only into an account that the member belongs to.
    const moved = await tx.run(
      `update sessions set account_id = $3 where public_id = $1 and member_id = $2
          and exists (select 1 from memberships ms where ms.account_id = $3 and ms.member_id = $2)`,
      [sessionId, memberId, accountId],
    )
    if (!moved) throw notFound()
    await forgetCallers(tx)
    return { accountId }
  })
