import { randomBytes } from 'node:crypto'
import { DEFAULT_SCOPES, type Scope } from '@millrace/kit/contract'
import type { House } from '@millrace/kit/server'
import type { FastifyRequest } from 'fastify'
import { addMember, addMembership } from '../server/members.ts'
import { hashPassword } from '../server/passwords.ts'
import type { AccessPorts, SystemMail } from '../server/ports.ts'
import { type SessionOwner, startSession } from '../server/sessions.ts'

type Wanted = {
  accountId: number
  email?: string
  name?: string
  password?: string
  isOwner?: boolean
  isAdmin?: boolean
  scopes?: readonly Scope[]
  data?: { disabledLoginConfirmation?: boolean }
}

/** A member of an account, with what new members may do unless told. */
export const buildMember = async (
  { db, clock }: Pick<House, 'db' | 'clock'>,
  wanted: Wanted,
): Promise<SessionOwner & { email: string }> => {
  const { accountId, name = 'Mara Lindqvist', isOwner = false, isAdmin = false, scopes = DEFAULT_SCOPES } = wanted
  const { email = `mara-${randomBytes(6).toString('hex')}@acme.example`, password, data } = wanted
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  return db.system(async (tx) => {
    const memberId = await addMember(tx, { email, name, passwordHash, isAdmin, data }, clock.now())
    if (!memberId) throw new Error(`${email} is taken.`)
    await addMembership(tx, { accountId, memberId, isOwner, scopes }, clock.now())
    return { accountId, memberId, email }
  })
}

/** Signs a member in without a password; answers the `cookie` header. */
export const signIn = async ({ db, clock }: Pick<House, 'db' | 'clock'>, owner: SessionOwner): Promise<string> => {
  const request = { ip: '127.0.0.1', headers: { 'user-agent': 'test' } } as unknown as FastifyRequest
  const secret = await db.system((tx) => startSession(tx, owner, { request, now: clock.now() }))
  return `millrace-session=${secret}`
}

/** The mail port of a test: keeps what would be sent, newest last. */
export const mailsKept = (): AccessPorts & { mails: SystemMail[]; linkIn(mail: SystemMail | undefined): URL } => {
  const mails: SystemMail[] = []
  return {
    mails,
    sendSystemMail: async (_tx, mail) => {
      mails.push(mail)
    },
    linkIn: (mail) => new URL(mail?.text.match(/https?:\/\/\S+/)?.[0] ?? 'about:blank'),
  }
}
