import { accountsContract } from '@millrace/accounts/contract'
import type { House } from '@millrace/kit/server'
import type { Features } from '../features.ts'
import { callerOf } from './caller.ts'
import { tellFolders } from './folders.ts'
import { tellObjects } from './objects.ts'
import { tellBroadcasts, tellNewcomers, tellPeople, tellWork } from './story.ts'

/** How to sign in to what was just made. */
export type SignIn = { email: string; password: string }

const OWNER = { email: 'mara@northwind.example', password: 'northwind' }

/** Opens the story's account; undefined where there is an account already. */
const openStory = ({ db }: House, { accounts, delivery }: Features) =>
  db.system(async (tx) => {
    // One account is enough not to be empty.
    const before = await tx.one('select 1 from accounts limit 1')
    if (before) return undefined
    const opened = await accounts.openAccount(tx, {
      // Whoever starts the installation reads its mail only after signing in.
      member: { ...OWNER, name: 'Mara Lindqvist', data: { disabledLoginConfirmation: true } },
      account: {
        name: 'Northwind',
        site: 'https://northwind.example',
        industry: 'Software',

        flags: { providedSiteAndName: true, aiFlowsGenerated: true },
      },
    })
    if (opened) await delivery.addVerifiedAddress(tx, opened.accountId, OWNER.email)
    return opened
  })

/**
 * Fills an empty database with the story workspace; answers how to sign in, or nothing where accounts exist. With a real
 * mail relay the story's flows stay switched off, so that nothing leaves for its made-up people.
 */
export const seedIfEmpty = async (house: House, features: Features): Promise<SignIn | undefined> => {
  const opened = await openStory(house, features)
  if (!opened) return undefined
  const mayRun = !house.settings.SMTP_URL
  const call = callerOf(features, opened.accountId, opened.memberId)
  const now = house.clock.now()
  await call(accountsContract, 'updateAccount', { body: { mailingAddress: 'Northwind, 12 Harbour Street, Lisbon' } })
  await tellPeople(call, now)
  await tellObjects(call, house, features.objects, opened.accountId)
  await tellWork(call, mayRun)
  await tellBroadcasts(call, house.clock, mayRun)
  await tellFolders(call)
  if (mayRun) await tellNewcomers(call, now)
  return OWNER
}
