import type { Clock, Tx } from '@millrace/kit/server'
import type { FastifyRequest } from 'fastify'
import { hashOf, newSecret } from './secrets.ts'

const DAY = 86_400_000
/** A session ends when it was not used for this long. */
const IDLE = 14 * DAY
/** A session ends after this long, used or not. */
const LONGEST = 60 * DAY
/** How often use is written down. */
const TOUCH = 5 * 60_000

const expiryOf = (createdAt: Date, now: Date) => new Date(Math.min(now.getTime() + IDLE, createdAt.getTime() + LONGEST))

/** Who a session belongs to. */
export type SessionOwner = { memberId: number; accountId: number }

/** Starts a session and answers the cookie's value, which is stored nowhere. */
export const startSession = async (
  tx: Tx,
  { memberId, accountId }: SessionOwner,
  { request, now }: { request: FastifyRequest; now: Date },
): Promise<string> => {
  const secret = newSecret()
  // A new row with a new name each time: nobody can hand a member a session of his own making.
  await tx.run(
    `insert into sessions (id_hash, public_id, member_id, account_id, created_at, seen_at, expires_at, ip, user_agent)
     values ($1, $2, $3, $4, $5, $5, $6, $7, $8)`,
    [
      hashOf(secret),
      newSecret().slice(0, 16),
      memberId,
      accountId,
      now,
      expiryOf(now, now),
      request.ip,
      (request.headers['user-agent'] ?? '').slice(0, 400),
    ],
  )
  return secret
}

/** What a session's cookie tells. */
export type SessionRow = {
  sessionId: string
  memberId: number
  accountId: number
  isAdmin: boolean
  isOwner: boolean
  scopes: string[]
  createdAt: Date
  seenAt: Date
}

/** The living session of a cookie with what its member may do in its account; one indexed read. */
export const sessionOf = async (tx: Tx, cookie: string, clock: Clock): Promise<SessionRow | undefined> => {
  const now = clock.now()
  // A member who was removed from the account has no session in it.
  const row = await tx.one<SessionRow>(
    `select s.public_id as "sessionId", s.member_id as "memberId", s.account_id as "accountId", m.is_admin as "isAdmin",
            ms.is_owner as "isOwner", ms.scopes, s.created_at as "createdAt", s.seen_at as "seenAt"
       from sessions s
       join members m on m.id = s.member_id
       join memberships ms on ms.account_id = s.account_id and ms.member_id = s.member_id
      where s.id_hash = $1 and s.expires_at > $2`,
    [hashOf(cookie), now],
    'access-session',
  )
  if (row && now.getTime() - row.seenAt.getTime() > TOUCH) {
    // Use moves the end of the session, up to its longest life.
    await tx.run('update sessions set seen_at = $2, expires_at = $3 where id_hash = $1', [
      hashOf(cookie),
      now,
      expiryOf(row.createdAt, now),
    ])
  }
  return row
}

/** Ends the session of a cookie. */
export const endSessionOf = async (tx: Tx, cookie: string): Promise<void> => {
  // By the cookie itself.
  await tx.run('delete from sessions where id_hash = $1', [hashOf(cookie)])
}

/** Ends a member's sessions, all or all but one. */
export const endSessionsOf = async (tx: Tx, memberId: number, { except }: { except?: string } = {}): Promise<void> => {
  // The one that asks may stay.
  await tx.run('delete from sessions where member_id = $1 and public_id is distinct from $2', [
    memberId,
    except ?? null,
  ])
}
