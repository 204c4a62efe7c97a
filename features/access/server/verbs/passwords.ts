import { conflict, type House, refused, type Tx } from '@millrace/kit/server'
import { readCookie, setCookie } from '../cookies.ts'
import { forgetDevices, rememberDevice } from '../devices.ts'
import { type Exchange, letIn } from '../entrance.ts'
import { written } from '../mails/layout.ts'
import { resetLetter } from '../mails/letters.ts'
import { changePasswordHash, memberByEmail, memberById } from '../members.ts'
import { dropOnceTokens, newOnceToken, takeOnceToken } from '../onceTokens.ts'
import { hashPassword, passwordFits } from '../passwords.ts'
import type { Desk } from '../ports.ts'
import { mustBeMeant } from '../sameOrigin.ts'
import { newSecret } from '../secrets.ts'
import { endSessionsOf, type SessionOwner } from '../sessions.ts'
import { countTry, forgetTries } from '../tries.ts'
import { RESET_JOB } from './sendResetMail.ts'

const HOUR = 3_600_000
const OTHER_LINKS = ['reset-password', 'confirm-login', 'confirm-email', 'invite'] as const

/** Stores a new password: all sessions and all mailed links of the member end. */
const replacePassword = async (tx: Tx, { clock }: House, memberId: number, hash: string) => {
  await changePasswordHash(tx, memberId, hash, clock.now())
  await endSessionsOf(tx, memberId)
  await dropOnceTokens(tx, OTHER_LINKS, memberId)
}

/** Chooses the first password; refused where there is one already. */
export const setInitialPassword = async (
  { house, forgetCallers }: Desk,
  owner: SessionOwner,
  password: string,
  exchange: Exchange,
): Promise<void> => {
  const hash = await hashPassword(password)
  const handOver = await house.db.system(async (tx) => {
    const member = await memberById(tx, owner.memberId)
    if (member?.passwordHash) throw conflict('You have a password already. Change it in your profile.')
    await replacePassword(tx, house, owner.memberId, hash)
    const handOver = await letIn(tx, house, owner, exchange)
    await forgetCallers(tx)
    return handOver
  })
  handOver()
}

/** Chooses another password; only the asking session goes on, under a new name. */
export const changePassword = async (
  { house, forgetCallers }: Desk,
  owner: SessionOwner,
  { currentPassword, password }: { currentPassword: string; password: string },
  exchange: Exchange,
): Promise<void> => {
  const now = house.clock.now()
  const what = `password member ${owner.memberId}`
  const member = await house.db.system(async (tx) => {
    await countTry(tx, [{ what, max: 10, windowSec: 15 * 60 }], now)
    return memberById(tx, owner.memberId)
  })
  if (!(await passwordFits(member?.passwordHash, currentPassword))) {
    throw refused('Your current password is not right.', [
      { path: ['body', 'currentPassword'], message: 'Your current password is not right.' },
    ])
  }
  const hash = await hashPassword(password)
  const handOver = await house.db.system(async (tx) => {
    await replacePassword(tx, house, owner.memberId, hash)
    await forgetTries(tx, { cleared: [what], returned: [] }, now)
    const handOver = await letIn(tx, house, owner, exchange)
    await forgetCallers(tx)
    return handOver
  })
  handOver()
}

/**
 * Asks for a reset. The answer, and the work before it, are the same whether or not somebody has the address: a job
 * looks it up afterwards.
 */
export const requestResetPassword = async ({ house }: Desk, email: string, { request }: Exchange) => {
  mustBeMeant(request, house.publicUrl)
  const now = house.clock.now()
  await house.db.system(async (tx) => {
    await countTry(
      tx,
      [
        { what: `reset email ${email.toLowerCase()}`, max: 5, windowSec: 3_600 },
        { what: `reset ip ${request.ip}`, max: 30, windowSec: 3_600 },
      ],
      now,
    )
    await house.jobs.add(tx, RESET_JOB, { email })
  })
  return { message: 'If this address has an account, a link that sets a new password is on its way to it.' }
}

/** Mails the link, where somebody has the address; earlier links stop working. */
export const mailResetLink = ({ house, ports }: Desk, email: string): Promise<void> =>
  house.db.system(async (tx) => {
    const member = await memberByEmail(tx, email)
    if (!member) return
    const now = house.clock.now()
    await dropOnceTokens(tx, ['reset-password'], member.id)
    const lifetime = { now, expiresAt: new Date(now.getTime() + HOUR) }
    const token = await newOnceToken(tx, 'reset-password', { memberId: member.id }, lifetime)
    const letter = resetLetter(`${house.publicUrl}/reset-password?token=${token}`)
    await ports.sendSystemMail(tx, { to: member.email, ...written(letter) })
  })

/**
 * Sets a new password with a mailed link: works once, ends all sessions, and forgets all devices but the one that was
 * just shown to read the member's mail.
 */
export const resetPassword = async (
  { house, forgetCallers }: Desk,
  { token, password }: { token: string; password: string },
  exchange: Exchange,
) => {
  mustBeMeant(exchange.request, house.publicUrl)
  const hash = await hashPassword(password)
  const device = readCookie(house, exchange.request, 'device') ?? newSecret()
  const member = await house.db.system(async (tx) => {
    const now = house.clock.now()
    const data = await takeOnceToken<{ memberId: number }>(tx, ['reset-password', 'invite'], token, now)
    const found = data && (await memberById(tx, data.memberId))
    if (!found) throw refused('This link is no longer valid. Please ask for a new one.')
    await replacePassword(tx, house, found.id, hash)
    await forgetDevices(tx, found.id)
    await rememberDevice(tx, found.id, device, now)
    await forgetCallers(tx)
    return found
  })
  setCookie(house, exchange, 'device', device)
  return { email: member.email }
}
