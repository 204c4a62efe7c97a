import type { Scope } from '@millrace/kit/contract'
import type { FeatureServer, House, Identify, Tx } from '@millrace/kit/server'
import { accessContract } from '../contract/index.ts'
import { apiKeysOf, type KeyRow, newApiKey } from './apiKeys.ts'
import { checkBotProof } from './botProof.ts'
import { openCallers } from './callers.ts'
import { type Exchange, letIn } from './entrance.ts'
import { handlersOf } from './handlers.ts'
import { identifyWith } from './identify.ts'
import {
  addMember,
  addMembership,
  changeMember,
  type Member,
  memberById,
  type NewMember,
  setAdministrator,
} from './members.ts'
import { hashPassword } from './passwords.ts'
import { plainText } from './plainText.ts'
import type { AccessPorts, Desk } from './ports.ts'
import { mustBeMeant } from './sameOrigin.ts'
import type { SessionOwner } from './sessions.ts'
import { countTry, type TryLimit } from './tries.ts'
import { mailResetLink } from './verbs/passwords.ts'
import { asApiKey } from './verbs/rotateApiKey.ts'
import { sendResetMail } from './verbs/sendResetMail.ts'
import { sweep } from './verbs/sweep.ts'

export { mustHold } from './identify.ts'
export { type Letter, written } from './mails/layout.ts'
export { plainText } from './plainText.ts'
export { readShareToken, type Share, shareToken } from './shareTokens.ts'
export type { AccessPorts, Exchange, KeyRow, Member, NewMember, SessionOwner, TryLimit }

/** What access offers to the features above it. */
export type Access = FeatureServer<typeof accessContract> & {
  /** Finds out who calls; the app hands it to every route. */
  identify: Identify
  /** Adds a member, with a password where one is given; undefined where the address is taken. */
  addMember(tx: Tx, member: Omit<NewMember, 'passwordHash'> & { password?: string }): Promise<number | undefined>
  /** One member. */
  memberById(tx: Tx, memberId: number): Promise<Member | undefined>
  /** Makes a member a platform administrator, or no longer; false where nobody has the address. */
  setAdministrator(tx: Tx, email: string, isAdmin: boolean): Promise<boolean>
  /** Renames a member; the name is kept without HTML and addresses. */
  renameMember(tx: Tx, memberId: number, name: string): Promise<void>
  /** Lets a member into an account; false where he is in already. */
  addMembership(tx: Tx, membership: SessionOwner & { isOwner: boolean; scopes?: readonly Scope[] }): Promise<boolean>
  /** Signs a member in; the answered function hands the cookies over, to be called after the commit. */
  letIn(tx: Tx, owner: SessionOwner, exchange: Exchange): Promise<() => void>
  /** Makes a secret key that may do everything but sign in. */
  newApiKey(tx: Tx, accountId: number): Promise<KeyRow>
  /** An account's secret keys, opened; only for members with apiKeys:read. */
  apiKeysOf(tx: Tx, accountId: number): Promise<ReturnType<typeof asApiKey>[]>
  /** Refuses a registration that no browser worked for; always passes in test mode. */
  checkBotProof(tx: Tx, token: string | undefined): Promise<void>
  /** Refuses what another site sends in a person's name. */
  mustBeMeant(request: Exchange['request']): void
  /** Counts a try; 429 where a limit is used up. */
  countTry(tx: Tx, limits: readonly TryLimit[]): Promise<void>
  /** Looks every caller up again, after rights have changed. */
  forgetCallers(tx: Tx): Promise<void>
}

const functionsOf = (house: House) => ({
  addMember: async (tx: Tx, { password, ...member }: Omit<NewMember, 'passwordHash'> & { password?: string }) => {
    const passwordHash = password === undefined ? undefined : await hashPassword(password)
    return addMember(tx, { ...member, passwordHash }, house.clock.now())
  },
  memberById,
  renameMember: (tx: Tx, memberId: number, name: string) => changeMember(tx, memberId, { name: plainText(name) }),
  addMembership: (tx: Tx, membership: SessionOwner & { isOwner: boolean; scopes?: readonly Scope[] }) =>
    addMembership(tx, { scopes: [], ...membership }, house.clock.now()),
  letIn: (tx: Tx, owner: SessionOwner, exchange: Exchange) => letIn(tx, house, owner, exchange),
  newApiKey: (tx: Tx, accountId: number) => newApiKey(tx, house, accountId),
  apiKeysOf: async (tx: Tx, accountId: number) => (await apiKeysOf(tx, house, accountId)).map(asApiKey),
  checkBotProof: (tx: Tx, token: string | undefined) => checkBotProof(tx, house, token),
  mustBeMeant: (request: Exchange['request']) => mustBeMeant(request, house.publicUrl),
  countTry: (tx: Tx, limits: readonly TryLimit[]) => countTry(tx, limits, house.clock.now()),
})

/** Opens the feature. */
export const openAccess = (house: House, ports: AccessPorts): Access => {
  const callers = openCallers(house)
  const desk: Desk = { house, ports, forgetCallers: callers.forget }
  return {
    contract: accessContract,
    handlers: handlersOf(desk),
    jobs: [sendResetMail((email) => mailResetLink(desk, email)), sweep(house)],
    identify: identifyWith(house, callers),
    ...functionsOf(house),
    setAdministrator: async (tx, email, isAdmin) => {
      const isChanged = await setAdministrator(tx, email, isAdmin)
      if (isChanged) await callers.forget(tx)
      return isChanged
    },
    forgetCallers: callers.forget,
  }
}
