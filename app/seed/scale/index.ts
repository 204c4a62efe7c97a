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

/** The large account that its owner has already, and how many people are in it. */
const FOUND = `/* across accounts: found by the address of whom it belongs to */
  select m.account_id as "accountId", m.member_id as "memberId",
    exists (select 1 from people p where p.account_id = m.account_id) as "isFilled"
  from memberships m join members o on o.id = m.member_id
  where lower(o.email) = $1 and m.is_owner order by m.account_id limit 1`

/** Small accounts that were made beside the large one. */
const SMALL = `/* across accounts: those that belong to the same member */
  select a.id, a.name from accounts a join memberships m on m.account_id = a.id
  where m.member_id = $1 and m.is_owner and a.name ~ '^Small [0-9]+$'`

type Large = { accountId: number; memberId: number }

/** The large account: the one that a seed which failed or was killed has left without people, else a new one. */
const openLarge = ({ db }: House, { accounts, delivery }: Features): Promise<Large> =>
  db.system(async (tx) => {
    const there = await tx.one<Large & { isFilled: boolean }>(FOUND, [OWNER.email])
    if (there?.isFilled) throw new Error(`There is a large account already; sign in as ${OWNER.email}.`)
    if (there) return { accountId: there.accountId, memberId: there.memberId }
    const opened = await accounts.openAccount(tx, {
      member: { ...OWNER, name: 'Sam Scale', data: { disabledLoginConfirmation: true } },
      account: {
        name: 'Large',
        site: 'https://large.example',
        industry: 'Software',
        flags: { providedSiteAndName: true },
      },
    })
    if (!opened) throw new Error(`Somebody else uses the address ${OWNER.email}.`)
    await delivery.addVerifiedAddress(tx, opened.accountId, OWNER.email)
    return opened
  })

/** The ids of the small accounts; those that are missing are made. */
const openSmall = async (house: House, features: Features, { accountId, memberId }: Large, howMany: number) => {
  const there = await house.db.system((tx) => tx.rows<{ id: number; name: string }>(SMALL, [memberId]))
  const idOf = new Map(there.map(({ id, name }) => [name, id]))
  const call = callerOf(features, accountId, memberId)
  const ids: number[] = []
  for (let n = 1; n <= howMany; n++) {
    const name = `Small ${n}`
    const made = idOf.get(name)
    ids.push(made ?? (await call(accountsContract, 'createSubAccount', { body: { name } } as never)).account.id)
  }
  return ids
}

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
 * product and its benchmarks at size. The people and events are made in one transaction: after a failure none are there, and
 * the next run goes on with the accounts that are.
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
  if (missing.length) await call(peopleContract, 'createFields', { body: { fields: missing } } as never)
  const small = await openSmall(house, features, { accountId, memberId }, smallAccounts)
  told('accounts')
  await house.db.system((tx) => fill(tx, { id: accountId, people }, small, house.clock.now(), told))
  await house.db.system((tx) => features.segments.rebuildAll(tx, accountId))
  return { ...OWNER, accountId }
}
