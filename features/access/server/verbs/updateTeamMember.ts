import type { Scope } from '@millrace/kit/contract'
import { type CallContext, conflict, forbidden, refused, type Tx } from '@millrace/kit/server'
import type { Exchange } from '../entrance.ts'
import { mustHold } from '../identify.ts'
import { written } from '../mails/layout.ts'
import { confirmEmailLetter, emailChangeLetter } from '../mails/letters.ts'
import { changeMember, memberByEmail, memberById, type TeamMemberReply } from '../members.ts'
import { dropOnceTokens, newOnceToken, takeOnceToken } from '../onceTokens.ts'
import { passwordFits } from '../passwords.ts'
import { plainText } from '../plainText.ts'
import type { Desk } from '../ports.ts'
import { mustBeMeant } from '../sameOrigin.ts'
import { countTry } from '../tries.ts'
import { changeScopes, teamMember } from './team.ts'

const DAY = 86_400_000
const TAKEN = 'This email is already registered.'

type Asking = Pick<CallContext, 'accountId' | 'memberId' | 'isOwner' | 'scopes'>
type Changes = {
  name?: string
  email?: string
  password?: string
  scopes?: readonly { id: Scope; enabled: boolean }[]
  data?: { disabledLoginConfirmation?: boolean }
}

/** A changed address works once its owner has opened the mailed link; the old one is told. */
const askForEmail = async ({ house, ports }: Desk, tx: Tx, memberId: number, email: string, password = '') => {
  const now = house.clock.now()
  await countTry(tx, [{ what: `email member ${memberId}`, max: 10, windowSec: 3_600 }], now)
  const member = await memberById(tx, memberId)
  if (member?.passwordHash && !(await passwordFits(member.passwordHash, password))) {
    const message = 'Your current password is not right.'
    throw refused(message, [{ path: ['body', 'password'], message }])
  }
  if (await memberByEmail(tx, email)) throw conflict(TAKEN)
  await dropOnceTokens(tx, ['confirm-email'], memberId)
  const lifetime = { now, expiresAt: new Date(now.getTime() + DAY) }
  const token = await newOnceToken(tx, 'confirm-email', { memberId, email }, lifetime)
  await changeMember(tx, memberId, { data: { pendingEmail: email } })
  const letter = confirmEmailLetter(`${house.publicUrl}/login?confirm-email=${token}`)
  await ports.sendSystemMail(tx, { to: email, ...written(letter) })
  const notice = emailChangeLetter(`${house.publicUrl}/profile`, email)
  await ports.sendSystemMail(tx, { to: member?.email ?? '', ...written(notice) })
}

const changeOwn = async (desk: Desk, tx: Tx, before: TeamMemberReply, { name, email, password, data }: Changes) => {
  const wanted = name === undefined ? '' : plainText(name)
  if (wanted && wanted !== before.name) await changeMember(tx, before.id, { name: wanted })
  if (data) await changeMember(tx, before.id, { data })
  if (email && email.toLowerCase() !== before.email.toLowerCase()) {
    await askForEmail(desk, tx, before.id, email, password)
  }
}

/** Changes one's own name and address, or, with team:write, what somebody may do. */
export const updateTeamMember = (desk: Desk, asking: Asking, id: number, changes: Changes): Promise<TeamMemberReply> =>
  desk.house.db.system(async (tx) => {
    const isOwn = id === asking.memberId
    if (!isOwn) mustHold(asking, ['team:write'])
    const before = await teamMember(tx, asking, id)
    if (!isOwn && (changes.name !== undefined || changes.email !== undefined || changes.data)) {
      throw forbidden('Members change their name and e-mail themselves.')
    }
    if (changes.scopes) {
      mustHold(asking, ['team:write'])
      await changeScopes(tx, asking, before, changes.scopes)
      await desk.forgetCallers(tx)
    }
    if (isOwn) await changeOwn(desk, tx, before, changes)
    return teamMember(tx, asking, id)
  })

/** Makes a changed address the one that counts. */
export const confirmEmail = (desk: Desk, token: string, { request }: Exchange): Promise<{ email: string }> => {
  const { house } = desk
  mustBeMeant(request, house.publicUrl)
  return house.db.system(async (tx) => {
    const data = await takeOnceToken<{ memberId: number; email: string }>(
      tx,
      ['confirm-email'],
      token,
      house.clock.now(),
    )
    if (!data) throw refused('This link is no longer valid. Please change your e-mail again.')
    if (await memberByEmail(tx, data.email)) throw conflict(TAKEN)
    await changeMember(tx, data.memberId, { email: data.email, data: { pendingEmail: null } })
    return { email: data.email }
  })
}
