import { malformed, Refusal, refused, type Tx } from '@millrace/kit/server'
import { NEW_DEVICE, NEW_DEVICE_NAME } from '../../contract/index.ts'
import { readCookie } from '../cookies.ts'
import { deviceName } from '../deviceName.ts'
import { isKnownDevice } from '../devices.ts'
import { type Exchange, homeOf, letIn } from '../entrance.ts'
import { written } from '../mails/layout.ts'
import { newDeviceLetter } from '../mails/letters.ts'
import { type Member, memberByEmail, memberById } from '../members.ts'
import { newOnceToken, takeOnceToken } from '../onceTokens.ts'
import { passwordFits } from '../passwords.ts'
import type { Desk } from '../ports.ts'
import { mustBeMeant } from '../sameOrigin.ts'
import { countTry, forgetTries, type TryLimit } from '../tries.ts'

const HOUR = 3_600_000
const WRONG = 'Wrong email or password.'
const NO_ACCOUNT = 'You are not a member of any account. Ask an owner to invite you.'

/** A known device counts for itself, so that strangers cannot lock its member out. */
const limitsOf = (email: string, ip: string, device: string | undefined): TryLimit[] => [
  { what: device ? `login device ${device}` : `login email ${email.toLowerCase()}`, max: 10, windowSec: 15 * 60 },
  { what: `login ip ${ip}`, max: 60, windowSec: 15 * 60 },
]

const sendConfirmation = async ({ house, ports }: Desk, tx: Tx, member: Member, { request }: Exchange) => {
  const now = house.clock.now()
  const expiresAt = new Date(now.getTime() + HOUR)
  const token = await newOnceToken(tx, 'confirm-login', { memberId: member.id }, { now, expiresAt })
  const device = deviceName(request.headers['user-agent'] ?? '')
  const letter = newDeviceLetter(`${house.publicUrl}/login?confirm=${token}`, device, request.ip)
  await ports.sendSystemMail(tx, { to: member.email, ...written(letter) })
}

const enter = async ({ house }: Desk, tx: Tx, member: Member, exchange: Exchange) => {
  const accountId = await homeOf(tx, member.id)
  if (!accountId) throw refused(NO_ACCOUNT)
  const handOver = await letIn(tx, house, { memberId: member.id, accountId }, exchange)
  return { handOver, result: { accountId, id: member.id, email: member.email } }
}

/** Checks a password, against a decoy where nobody has the address; counts the try before it looks. */
const memberWith = async (desk: Desk, email: string, password: string, { request }: Exchange) => {
  const { house } = desk
  const now = house.clock.now()
  const cookie = readCookie(house, request, 'device')
  const { member, limits, isKnown } = await house.db.system(async (tx) => {
    const member = await memberByEmail(tx, email)
    const isKnown = member ? await isKnownDevice(tx, member.id, cookie) : false
    const limits = limitsOf(email, request.ip, isKnown ? cookie : undefined)
    await countTry(tx, limits, now)
    return { member, limits, isKnown }
  })
  const fits = await passwordFits(member?.passwordHash, password)
  if (!member || !fits) throw refused(WRONG)
  const [own, ip] = limits.map(({ what }) => what)
  await house.db.system((tx) => forgetTries(tx, { cleared: [own!], returned: [ip!] }, now))
  return { member, isKnown }
}

/** Signs in with e-mail and password; a new device is first confirmed by mail. */
export const login = async (
  desk: Desk,
  { email = '', password = '' }: { email?: string; password?: string },
  exchange: Exchange,
) => {
  const { house } = desk
  mustBeMeant(exchange.request, house.publicUrl)
  const address = email.trim()
  if (!address || !password) throw malformed('Missing email or password.')
  const { member, isKnown } = await memberWith(desk, address, password, exchange)
  if (!isKnown && !house.settings.TEST_MODE && !member.data.disabledLoginConfirmation) {
    await house.db.system((tx) => sendConfirmation(desk, tx, member, exchange))
    throw new Refusal(403, NEW_DEVICE_NAME, NEW_DEVICE)
  }
  const { handOver, result } = await house.db.system((tx) => enter(desk, tx, member, exchange))
  handOver()
  return result
}

/** Signs in on the device that opens the mailed link; the link works once. */
export const confirmLogin = async (desk: Desk, token: string, exchange: Exchange) => {
  const { house } = desk
  mustBeMeant(exchange.request, house.publicUrl)
  const { handOver, result } = await house.db.system(async (tx) => {
    const data = await takeOnceToken<{ memberId: number }>(tx, ['confirm-login'], token, house.clock.now())
    const member = data && (await memberById(tx, data.memberId))
    if (!member) throw refused('This link is no longer valid. Please log in again to get a new one.')
    return enter(desk, tx, member, exchange)
  })
  handOver()
  return result
}
