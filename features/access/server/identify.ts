import { allows, type CallDef, SCOPE_NEEDS, type Scope } from '@millrace/kit/contract'
import { type Caller, forbidden, type House, type Identify, notSignedIn } from '@millrace/kit/server'
import type { FastifyRequest } from 'fastify'
import { apiKeyOwner } from './apiKeys.ts'
import type { Callers } from './callers.ts'
import { readCookie } from './cookies.ts'
import { keyOf, shareTokenOf, writeKeyOf } from './credentials.ts'
import { isMeant } from './sameOrigin.ts'
import { hashOf } from './secrets.ts'
import { sessionOf } from './sessions.ts'
import { readShareToken } from './shareTokens.ts'

const NOBODY: Caller = { accountId: 0, memberId: 0, isOwner: false, isAdmin: false, scopes: new Set(), via: 'nobody' }

const findSession = (house: House, callers: Callers, cookie: string) =>
  callers.find(`session ${hashOf(cookie).toString('base64')}`, async () => {
    const row = await house.db.system((tx) => sessionOf(tx, cookie, house.clock))
    if (!row) return undefined
    const { sessionId, memberId, accountId, isAdmin, isOwner, scopes } = row
    const held = new Set(scopes as Scope[])
    return { accountId, memberId, isOwner, isAdmin, scopes: held, via: 'session' as const, sessionId }
  })

const findApiKey = (house: House, callers: Callers, key: string) =>
  callers.find(`key ${hashOf(key).toString('base64')}`, async () => {
    const owner = await house.db.system((tx) => apiKeyOwner(tx, key, house.clock.now()))
    return owner && { ...NOBODY, accountId: owner.accountId, scopes: new Set(owner.scopes), via: 'api-key' as const }
  })

const findWriteKey = (house: House, callers: Callers, key: string) =>
  callers.find(`write ${hashOf(key).toString('base64')}`, async () => {
    const account = await house.db.system((tx) =>
      // Whose write key this is; one indexed read.
      tx.one<{ id: number }>('select id from accounts where write_key = $1', [key], 'access-write-key'),
    )
    return account && { ...NOBODY, accountId: account.id, via: 'write-key' as const }
  })

const bySession = async (house: House, callers: Callers, definition: CallDef, request: FastifyRequest) => {
  const cookie = readCookie(house, request, 'session')
  if (!cookie) return undefined
  const caller = await findSession(house, callers, cookie)
  if (!caller) return undefined
  if (isMeant(request, house.publicUrl, definition)) return caller
  if (definition.auth === 'public') return undefined
  throw forbidden('This request came from another site.')
}

const byApiKey = async (house: House, callers: Callers, key: string) => {
  const caller = await findApiKey(house, callers, key)
  if (!caller) throw notSignedIn('This API key is not known.')
  return caller
}

const byWriteKey = async (house: House, callers: Callers, request: FastifyRequest) => {
  const key = writeKeyOf(request)
  if (!key) throw notSignedIn('Missing write key.')
  const caller = (await findWriteKey(house, callers, key)) ?? (await findApiKey(house, callers, key))
  if (!caller) throw notSignedIn('This write key is not known.')
  return caller
}

const byShare = (house: House, request: FastifyRequest): Caller | undefined => {
  const token = shareTokenOf(request)
  if (!token) return undefined
  const share = readShareToken(house.keys, token, house.clock.now())
  if (!share) throw notSignedIn()
  return { ...NOBODY, accountId: share.accountId, via: 'share', share: share.subject }
}

const find = async (house: House, callers: Callers, definition: CallDef, request: FastifyRequest): Promise<Caller> => {
  const { auth = 'member' } = definition
  if (auth === 'public') return (await bySession(house, callers, definition, request)) ?? NOBODY
  if (auth === 'write-key') return byWriteKey(house, callers, request)
  if (auth === 'member-or-share') {
    const sharer = byShare(house, request)
    if (sharer) return sharer
  }
  const key = auth === 'session' || auth === 'admin' ? undefined : keyOf(request)
  if (key) return byApiKey(house, callers, key)
  const caller = await bySession(house, callers, definition, request)
  if (caller) return caller
  if (keyOf(request)) throw forbidden('Only a signed-in member may do this, not an API key.')
  throw notSignedIn()
}

const missingOf = (held: ReadonlySet<Scope>, wanted: readonly Scope[]): Scope | undefined =>
  wanted.flatMap((scope) => [scope, ...(SCOPE_NEEDS[scope] ?? [])]).find((scope) => !held.has(scope))

/** Throws 403 with the first permission that the caller lacks. */
export const mustHold = (caller: Pick<Caller, 'isOwner' | 'scopes'>, wanted: readonly Scope[]): void => {
  if (allows(caller, wanted)) return
  throw forbidden(`Required permission: ${missingOf(caller.scopes, wanted)}`)
}

/** Finds out who calls: 401 where nobody is signed in, 403 where the caller lacks a permission. */
export const identifyWith =
  (house: House, callers: Callers): Identify =>
  async (definition, request) => {
    const caller = await find(house, callers, definition, request)
    if (definition.auth === 'admin' && !caller.isAdmin) throw forbidden('Only platform administrators may do this.')
    if (caller.via === 'session' || caller.via === 'api-key') mustHold(caller, definition.scopes ?? [])
    return caller
  }
