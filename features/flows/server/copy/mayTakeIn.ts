import { mustHold } from '@millrace/access/server'
import type { Scope } from '@millrace/kit/contract'
import { type CallContext, type House, notFound } from '@millrace/kit/server'
import type { FlowFile } from './flowFile.ts'

/** What a member may do in an account. */
const MEMBERSHIP = `select is_owner as "isOwner", scopes from memberships where account_id = $1 and member_id = $2`

type Holder = Pick<CallContext, 'isOwner' | 'scopes'>

/** Refuses whoever may not make what a file brings: flows, and emails, people's tags and segments, fields where it has any. */
export const mustTakeIn = (
  holder: Holder,
  { emails, segments, fields }: Pick<FlowFile, 'emails' | 'segments' | 'fields'>,
): void => {
  const scopes: Scope[] = ['flows:write']
  if (emails.length) scopes.push('emails:write')
  if (segments.some(({ isAuto }) => !isAuto)) scopes.push('people:write')
  if (fields.length) scopes.push('personFields:write')
  mustHold(holder, scopes)
}

/** What the caller may do in an account; undefined where they are not its member. */
export const holderOf = async (house: House, by: CallContext, accountId: number): Promise<Holder | undefined> => {
  if (accountId === by.accountId) return by
  const row =
    by.via === 'session' &&
    (await house.db.system((tx) =>
      tx.one<{ isOwner: boolean; scopes: Scope[] }>(MEMBERSHIP, [accountId, by.memberId], 'flows-membership'),
    ))
  return row ? { isOwner: row.isOwner, scopes: new Set(row.scopes) } : undefined
}

/** What the caller may do in an account: 404 where they are not its member. */
export const holderIn = async (house: House, by: CallContext, accountId: number): Promise<Holder> => {
  const holder = await holderOf(house, by, accountId)
  if (!holder) throw notFound('This account does not exist, or you are not one of its members.')
  return holder
}
