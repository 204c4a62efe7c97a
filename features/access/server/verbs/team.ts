import { DEFAULT_SCOPES, SCOPE_NEEDS, type Scope } from '@millrace/kit/contract'
import { type CallContext, conflict, forbidden, type House, notFound, refused, type Tx } from '@millrace/kit/server'
import { written } from '../mails/layout.ts'
import { addedLetter, inviteLetter } from '../mails/letters.ts'
import { addMember, addMembership, memberByEmail, memberById, type TeamMemberReply, teamOf } from '../members.ts'
import { newOnceToken } from '../onceTokens.ts'
import { plainText } from '../plainText.ts'
import type { Desk } from '../ports.ts'

const WEEK = 7 * 86_400_000

type Asking = Pick<CallContext, 'accountId' | 'memberId' | 'isOwner' | 'scopes'>
type Choice = { id: Scope; enabled: boolean }

/** The chosen permissions with what they need, applied to those held before. */
export const chosenScopes = (before: readonly Scope[], choices: readonly Choice[]): Scope[] => {
  const held = new Set(before)
  for (const { id, enabled } of choices) {
    if (enabled) held.add(id)
    else held.delete(id)
  }
  for (const scope of held) for (const need of SCOPE_NEEDS[scope] ?? []) held.add(need)
  return [...held]
}

/** Nobody hands out, or takes away, what he does not hold himself. */
const mustHoldAll = ({ isOwner, scopes }: Asking, changed: readonly Scope[]) => {
  const beyond = changed.find((scope) => !isOwner && !scopes.has(scope))
  if (beyond) throw forbidden(`You cannot change a permission that you do not have yourself: ${beyond}`)
}

/** One member of the asking member's account; whoever is not in it is not found. */
export const teamMember = async (tx: Tx, asking: Asking, id: number): Promise<TeamMemberReply> => {
  const [member] = await teamOf(tx, asking, id)
  if (!member) throw notFound()
  return member
}

const accountName = async (tx: Tx, accountId: number) => {
  // As the invitation calls it.
  const account = await tx.one<{ name: string; site: string }>('select name, site from accounts where id = $1', [
    accountId,
  ])
  return account?.name || account?.site || 'an account'
}

const inviteNew = async (tx: Tx, { clock }: House, email: string, name: string) => {
  const now = clock.now()
  const memberId = await addMember(tx, { email, name: plainText(name) }, now)
  if (!memberId) throw conflict('Somebody with this address was added a moment ago. Please try again.')
  return memberId
}

const sendInvitation = async ({ house, ports }: Desk, tx: Tx, asking: Asking, id: number, isNew: boolean) => {
  const now = house.clock.now()
  const member = await memberById(tx, id)
  const inviter = await memberById(tx, asking.memberId)
  const account = await accountName(tx, asking.accountId)
  const from = inviter?.name || inviter?.email || 'A colleague'
  const letter = isNew
    ? inviteLetter(
        `${house.publicUrl}/reset-password?invited=1&token=${await newOnceToken(
          tx,
          'invite',
          { memberId: id },
          { now, expiresAt: new Date(now.getTime() + WEEK) },
        )}`,
        account,
        from,
      )
    : addedLetter(`${house.publicUrl}/`, account, from)
  await ports.sendSystemMail(tx, { accountId: asking.accountId, to: member?.email ?? '', ...written(letter) })
}

/** Invites somebody by mail; new members choose a password with the link. */
export const inviteTeamMember = (
  desk: Desk,
  asking: Asking,
  { email, name = '', scopes }: { email: string; name?: string; scopes?: readonly Choice[] },
): Promise<TeamMemberReply> =>
  desk.house.db.system(async (tx) => {
    const { house } = desk
    const wanted = scopes
      ? chosenScopes([], scopes)
      : DEFAULT_SCOPES.filter((scope) => asking.isOwner || asking.scopes.has(scope))
    mustHoldAll(asking, wanted)
    const before = await memberByEmail(tx, email)
    const memberId = before?.id ?? (await inviteNew(tx, house, email, name))
    const membership = { accountId: asking.accountId, memberId, isOwner: false, scopes: wanted }
    if (!(await addMembership(tx, membership, house.clock.now()))) {
      throw conflict('This person is a member of the account already.')
    }
    await sendInvitation(desk, tx, asking, memberId, !before?.passwordHash)
    return teamMember(tx, asking, memberId)
  })

/** Changes what a member may do; owners may do everything and stay so. */
export const changeScopes = async (tx: Tx, asking: Asking, member: TeamMemberReply, choices: readonly Choice[]) => {
  if (member.isOwner) throw refused('The owner of an account may do everything.')
  const before = member.scopes.filter(({ enabled }) => enabled).map(({ id }) => id)
  const after = chosenScopes(before, choices)
  const changed = [...before.filter((id) => !after.includes(id)), ...after.filter((id) => !before.includes(id))]
  mustHoldAll(asking, changed)
  // In this account only.
  await tx.run('update memberships set scopes = $3 where account_id = $1 and member_id = $2 and not is_owner', [
    asking.accountId,
    member.id,
    after,
  ])
}

/** Takes somebody out of the account; his sessions there end at once. */
export const removeTeamMember = ({ house, forgetCallers }: Desk, asking: Asking, id: number): Promise<void> =>
  house.db.system(async (tx) => {
    const member = await teamMember(tx, asking, id)
    if (member.isOwner) throw refused('The owner cannot be removed from the account.')
    // From this account only.
    await tx.run('delete from memberships where account_id = $1 and member_id = $2', [asking.accountId, id])
    // Where he was signed in to it.
    await tx.run('delete from sessions where account_id = $1 and member_id = $2', [asking.accountId, id])
    await forgetCallers(tx)
  })
