import { plainText } from '@millrace/access/server'
import { SCOPES } from '@millrace/kit/contract'
import { type CallContext, notFound, refused, type Tx } from '@millrace/kit/server'
import { type AccountRow, accountById, addAccount } from '../accounts.ts'
import type { Desk } from '../ports.ts'
import { keptSite, keptTimezone } from '../rules.ts'

type Asking = Pick<CallContext, 'accountId' | 'memberId' | 'isOwner' | 'scopes'>
type Wanted = { name: string; site?: string; industry?: string; timezone?: string }

/** Owners of the paying account own the new one; whoever made it may do there what he may do here. */
const letInFirst = async ({ ports }: Desk, tx: Tx, accountId: number, main: AccountRow, asking: Asking) => {
  // Owners of the account that pays.
  const owners = await tx.rows<{ memberId: number }>(
    'select member_id as "memberId" from memberships where account_id = $1 and is_owner',
    [main.id],
  )
  for (const { memberId } of owners) {
    await ports.access.addMembership(tx, { accountId, memberId, isOwner: true, scopes: SCOPES })
  }
  await ports.access.addMembership(tx, {
    accountId,
    memberId: asking.memberId,
    isOwner: asking.isOwner,
    scopes: [...asking.scopes],
  })
}

/** Adds an account that the asking one, or the one that pays for it, pays for. */
export const createSubAccount = (desk: Desk, asking: Asking, wanted: Wanted) =>
  desk.house.db.system(async (tx) => {
    const own = await accountById(tx, asking.accountId)
    const main = own?.mainAccountId ? await accountById(tx, own.mainAccountId) : own
    if (!main) throw notFound()
    const name = plainText(wanted.name)
    if (!name) throw refused('Please give the account a name without addresses or HTML.')
    const account = {
      name,
      site: wanted.site ? keptSite(wanted.site) : '',
      industry: plainText(wanted.industry ?? ''),
      timezone: wanted.timezone ? keptTimezone(wanted.timezone) : main.timezone,
    }
    const { email, status, trialEndsAt, isApproved } = main
    const flags = { providedSiteAndName: true, aiFlowsGenerated: true }
    const opened = { ...account, email, status, trialEndsAt, isApproved, flags, mainAccountId: main.id }
    const id = await addAccount(tx, opened, desk.house.clock.now())
    await letInFirst(desk, tx, id, main, asking)
    await desk.ports.access.newApiKey(tx, id)
    await desk.ports.accountOpened?.(tx, id)
    return { account: { id, name: account.name, site: account.site, logo: null } }
  })
