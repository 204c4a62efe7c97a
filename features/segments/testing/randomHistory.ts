import fc from 'fast-check'
import { type Conditions, checkConditions } from '../contract/index.ts'
import { loadDictionary } from '../server/loadDictionary.ts'
import { matches } from '../server/matches.ts'
import type { World } from './openWorld.ts'
import { randomConditions } from './randomConditions.ts'

const HOUR = 3_600_000

/** Something that happens to somebody. */
export type Act = { who: number; what: number; choice: number }

/** Any act. */
export const act: fc.Arbitrary<Act> = fc.record({ who: fc.nat(5), what: fc.nat(7), choice: fc.nat(5) })

/** Trees that a member could save, without those about segments that are not there. */
export const savedConditions = randomConditions.filter(
  (tree) => checkConditions(tree).length === 0 && !JSON.stringify(tree).includes('"segment"'),
)

const PLANS = ['Trial', 'Pro', '5', '', 'été', '2026-03-10T08:30:00Z']
const EVENTS = ['Project created', 'Project deleted', 'Email opened', 'Email clicked', 'Pricing', 'Visited']
const FIELDS = ['plan', 'labels', 'trialEndsAt', 'plan', 'labels', 'plan']

/** Lets an act happen to one of the people; whoever comes is added to them. */
export const perform = async (world: World, people: number[], { who, what, choice }: Act): Promise<void> => {
  const person = people[who % people.length] as number
  const { house } = world
  if (what <= 1) await world.change(person, { [FIELDS[choice] as string]: PLANS[(choice + who) % PLANS.length] })
  else if (what === 2) await world.tag(person, ['vip', 'Webinar', 'beta'][choice % 3] as string)
  else if (what === 3) await world.untag(person, ['vip', 'Webinar', 'beta'][choice % 3] as string)
  else if (what <= 5) {
    const at = new Date(house.clock.now().getTime() - choice * 31 * HOUR)
    const name = EVENTS[choice] as string
    const kind = name.startsWith('Email') ? 'email' : 'custom'
    await world.did(
      person,
      name,
      at,
      { amount: choice * 5, kind: PLANS[who % 6], emailId: choice, isBot: who === 1 },
      kind,
    )
  } else if (what === 6) people.push(...(await world.add({ fields: { plan: PLANS[choice] } })))
  else await world.archive(person, choice % 2 === 0)
}

/** Those whom the conditions catch now, asked of everybody. */
export const caught = async (world: World, conditions: Conditions, people: readonly number[]): Promise<number[]> =>
  world.house.db.system(async (tx) => {
    const dictionary = await loadDictionary(tx, world.accountId, world.house.clock.now())
    const met = await matches(tx, conditions, dictionary, people)
    const rows = await tx.rows<{ id: number }>(
      'select id from people where account_id = $1 and archived_at is null order by id',
      [world.accountId],
    )
    return rows.map(({ id }) => id).filter((id) => met.has(id))
  })
