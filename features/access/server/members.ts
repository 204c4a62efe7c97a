import { SCOPES, type Scope } from '@millrace/kit/contract'
import type { Tx } from '@millrace/kit/server'
import type { z } from 'zod'
import type { TeamMember } from '../contract/index.ts'

type MemberData = {
  disabledLoginConfirmation?: boolean
  createdWithGoogleSignin?: boolean
  pendingEmail?: string | null
}

/** A member as the table holds it. */
export type Member = {
  id: number
  email: string
  name: string
  passwordHash: string | null
  isAdmin: boolean
  data: MemberData
}

const COLUMNS = `id, email, name, password_hash as "passwordHash", is_admin as "isAdmin", data`

/** The member of an address, in whatever case it is written. */
export const memberByEmail = (tx: Tx, email: string): Promise<Member | undefined> =>
  // Addresses are unique without regard to case.
  tx.one<Member>(`select ${COLUMNS} from members where lower(email) = lower($1)`, [email], 'access-member-email')

/** One member. */
export const memberById = (tx: Tx, id: number): Promise<Member | undefined> =>
  // By id.
  tx.one<Member>(`select ${COLUMNS} from members where id = $1`, [id])

/** What a new member starts with. */
export type NewMember = {
  email: string
  name?: string
  passwordHash?: string
  isAdmin?: boolean
  data?: MemberData
}

/** Adds a member; undefined where the address is taken. */
export const addMember = async (tx: Tx, member: NewMember, now: Date): Promise<number | undefined> => {
  const { email, name = '', passwordHash = null, isAdmin = false, data = {} } = member
  // Of two at the same time one finds the address taken.
  const row = await tx.one<{ id: number }>(
    `insert into members (email, name, password_hash, is_admin, data, created_at, password_changed_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (lower(email)) do nothing returning id`,
    [email, name, passwordHash, isAdmin, JSON.stringify(data), now, passwordHash ? now : null],
  )
  return row?.id
}

/** Lets a member into an account; false where he is in already. */
export const addMembership = async (
  tx: Tx,
  {
    accountId,
    memberId,
    isOwner,
    scopes,
  }: { accountId: number; memberId: number; isOwner: boolean; scopes: readonly Scope[] },
  now: Date,
): Promise<boolean> => {
  // One row for each member of an account.
  const added = await tx.run(
    `insert into memberships (account_id, member_id, is_owner, scopes, created_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id, member_id) do nothing`,
    [accountId, memberId, isOwner, scopes, now],
  )
  return added === 1
}

/** Changes what stands in a member's row; absent parts stay. */
export const changeMember = async (
  tx: Tx,
  id: number,
  { name, email, data }: { name?: string; email?: string; data?: MemberData },
): Promise<void> => {
  // `data` is merged; a null in it takes the entry away.
  await tx.run(
    `update members set name = coalesce($2, name), email = coalesce($3, email),
            data = jsonb_strip_nulls(data || coalesce($4::jsonb, '{}')) where id = $1`,
    [id, name ?? null, email ?? null, data ? JSON.stringify(data) : null],
  )
}

/** Makes a member a platform administrator, or no longer; false where nobody has the address. */
export const setAdministrator = async (tx: Tx, email: string, isAdmin: boolean): Promise<boolean> => {
  const changed = await tx.run('update members set is_admin = $2 where lower(email) = lower($1)', [email, isAdmin])
  return changed === 1
}

/** Stores a new password's hash. */
export const changePasswordHash = async (tx: Tx, id: number, passwordHash: string, now: Date): Promise<void> => {
  // With the time, for the member's own eyes.
  await tx.run('update members set password_hash = $2, password_changed_at = $3 where id = $1', [id, passwordHash, now])
}

type TeamRow = Member & {
  accountId: number
  isOwner: boolean
  scopes: Scope[]
  createdAt: Date
  accounts: { id: number; name: string }[]
}

/** A member as the team's list shows it. */
export type TeamMemberReply = z.input<typeof TeamMember>

const asTeamMember = (row: TeamRow, viewerId: number): TeamMemberReply => {
  const held = new Set(row.scopes)
  const { pendingEmail, ...data } = row.data
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    accountId: row.accountId,
    isOwner: row.isOwner,
    scopes: SCOPES.map((id) => ({ id, enabled: row.isOwner || held.has(id) })),
    accounts: row.accounts,
    data,
    isInvited: !row.passwordHash && !row.isOwner,
    ...(row.id === viewerId && pendingEmail && { pendingEmail }),
    createdAt: row.createdAt.toISOString(),
  }
}

/** The members of an account, or one of them; owners first, then by name. */
export const teamOf = async (
  tx: Tx,
  { accountId, memberId }: { accountId: number; memberId: number },
  only?: number,
): Promise<TeamMemberReply[]> => {
  // With the accounts that each shares with whoever asks, so that nobody learns of others.
  const rows = await tx.rows<TeamRow>(
    `select m.id, m.email, m.name, m.password_hash as "passwordHash", m.is_admin as "isAdmin", m.data,
            ms.account_id as "accountId", ms.is_owner as "isOwner", ms.scopes, ms.created_at as "createdAt",
            (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.id), '[]')
               from memberships theirs
               join memberships mine on mine.account_id = theirs.account_id and mine.member_id = $2
               join accounts a on a.id = theirs.account_id
              where theirs.member_id = m.id) as accounts
       from memberships ms join members m on m.id = ms.member_id
      where ms.account_id = $1 and ($3::int is null or m.id = $3)
      order by ms.is_owner desc, lower(m.name), m.id`,
    [accountId, memberId, only ?? null],
  )
  return rows.map((row) => asTeamMember(row, memberId))
}
