import { accountsContract } from '@millrace/accounts/contract'
import type { House, Tx } from '@millrace/kit/server'
import { peopleContract } from '@millrace/people/contract'
import type { Features } from '../../features.ts'
import { callerOf } from '../caller.ts'
import type { SignIn } from '../index.ts'
import { addEventsOf } from './events.ts'
import { addPeopleOf, SCALE_FIELDS } from './people.ts'

const OWNER = { email: 'scale@northwind.example', password: 'northwind' }
const EVENTS_EACH = 20
const SMALL_ACCOUNTS = 200
const SMALL_PEOPLE = 500

/** What was made: how to sign in, and the large account. */
export type Scaled = SignIn & { accountId: number }

const openLarge = ({ db }: House, { accounts, delivery }: Features) =>
  db.system(async (tx) => {
    const opened = await accounts.openAccount(tx, {
      member: { ...OWNER, name: 'Sam Scale', data: { disabledLoginConfirmation: true } },
      account: {
        name: 'Large',
        site: 'https://large.example',
        industry: 'Software',
        flags: { providedSiteAndName: true },
      },
    })
    if (!opened) throw new Error(`There is a large account already; sign in as ${OWNER.email}.`)
    await delivery.addVerifiedAddress(tx, opened.accountId, OWNER.email)
    return opened
  })

const fill = async (tx: Tx, large: { id: number; people: number }, small: number[], now: Date, told: Told) => {
  const accounts = [large, ...small.map((id) => ({ id, people: SMALL_PEOPLE }))]
  await tx.run(
    `select set_config('maintenance_work_mem', '512MB', true), set_config('synchronous_commit', 'off', true), setseed(0.42)`,
  )
  await addPeopleOf(tx, accounts, now)
  told('people')
  await tx.run('analyze people')
  await addEventsOf(
    tx,
    accounts.map(({ id, people }) => ({ id, events: people * EVENTS_EACH })),
    now,
    told,
  )
  await tx.run('analyze events')
}

type Told = (text: string) => void

/**
 * Makes one account of `people` people with 20 events each in the last year, beside 200 small accounts, to try the
 * product and its benchmarks at size. The people and events are made in one transaction: after a failure none are there.
 */
export const seedAtScale = async (
  house: House,
  features: Features,
  people: number,
  told: Told,
  smallAccounts = SMALL_ACCOUNTS,
): Promise<Scaled> => {
  const { accountId, memberId } = await openLarge(house, features)
  const call = callerOf(features, accountId, memberId)
  const { fields } = await call(peopleContract, 'listFields', {} as never)
  const missing = SCALE_FIELDS.filter(({ name }) => !fields.some((field) => field.name === name))
  await call(peopleContract, 'createFields', { body: { fields: missing } } as never)
  const small: number[] = []
  for (let n = 1; n <= smallAccounts; n++) {
    const { account } = await call(accountsContract, 'createSubAccount', { body: { name: `Small ${n}` } } as never)
    small.push(account.id)
  }
  told('accounts')
  await house.db.system((tx) => fill(tx, { id: accountId, people }, small, house.clock.now(), told))
  await house.db.system((tx) => features.segments.rebuildAll(tx, accountId))
  return { ...OWNER, accountId }
}
