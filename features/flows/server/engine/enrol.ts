import { randomUUID } from 'node:crypto'
import type { Change } from '@millrace/kit/jobs'
import type { Tx } from '@millrace/kit/server'
import type { EntryPeriod } from '../../contract/index.ts'
import type { Triggered } from './findTriggered.ts'
import type { Moves } from './moves.ts'
import type { Plan } from './plan.ts'
import type { Cause, Token } from './token.ts'
import { eventOf, happenedAt } from './triggerMatch.ts'

const LENGTHS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const

/** Passes that some people began in a flow, by what the entry rule asks: the latest one. */
const LATEST = `select person_id as "personId", max(entered_at) as "enteredAt" from flow_runs
  where account_id = $1 and flow_id = $2 and root_id is null and person_id = any($3::bigint[]) group by person_id`

/** Which of some entry keys are used up. */
const USED = `select r.person_id as "personId", r.entry_key as "entryKey" from flow_runs r
  join unnest($3::bigint[], $4::text[]) as u(person_id, entry_key)
    on r.person_id = u.person_id and r.entry_key = u.entry_key
  where r.account_id = $1 and r.flow_id = $2 and r.root_id is null and r.entry_key not like 'change:%'`

const lengthOf = ({ value, unit }: EntryPeriod) => value * LENGTHS[unit]

const entryKeyOf = (plan: Plan, { change, key }: Triggered): string => {
  if (plan.canEnterOnce) return 'once'
  if (key !== null) return `key:${key.slice(0, 500)}`
  return change.id > 0 ? `change:${change.id}` : `news:${randomUUID()}`
}

const causeOf = (change: Change, asksSince: boolean): Cause => {
  const event = eventOf(change)
  if (event) return { causedAt: event.at, eventId: event.id }
  return asksSince ? { causedAt: happenedAt(change) } : {}
}

/** Leaves out those who came too short a time ago. */
const rested = async (tx: Tx, accountId: number, plan: Plan, found: readonly Triggered[], now: Date) => {
  if (!plan.oncePerPeriod) return found
  const people = [...new Set(found.map(({ personId }) => personId))]
  const values = [accountId, plan.flowId, people]
  const rows = await tx.rows<{ personId: number; enteredAt: Date }>(LATEST, values, 'flows-latest-entries')
  const latest = new Map(rows.map(({ personId, enteredAt }) => [personId, enteredAt.getTime()]))
  const since = now.getTime() - lengthOf(plan.oncePerPeriod)
  return found.filter(({ personId }) => {
    if ((latest.get(personId) ?? Number.NEGATIVE_INFINITY) > since) return false
    latest.set(personId, now.getTime())
    return true
  })
}

/**
 * Begins passes for those whom the entry rule lets in. Only the reactor does this, one worker per account at a time, so
 * what was looked up holds until it is written.
 */
export const enrol = async (
  tx: Tx,
  accountId: number,
  plan: Plan,
  found: readonly Triggered[],
  moves: Moves,
): Promise<Token[]> => {
  const there = found.filter(({ stepId }) => plan.steps.has(stepId))
  const entries = new Map<string, { personId: number; entryKey: string; stepId: number; cause: Cause }>()
  const asksSince = plan.watches.some(({ isSinceArrival }) => isSinceArrival)
  for (const triggered of await rested(tx, accountId, plan, there, moves.now)) {
    const { personId, stepId } = triggered
    const entryKey = entryKeyOf(plan, triggered)
    const name = `${personId} ${entryKey}`
    if (!entries.has(name))
      entries.set(name, { personId, entryKey, stepId, cause: causeOf(triggered.change, asksSince) })
  }
  const repeatable = [...entries.values()].filter(({ entryKey }) => !/^(change|news):/.test(entryKey))
  if (repeatable.length) {
    const [people, keys] = [repeatable.map(({ personId }) => personId), repeatable.map(({ entryKey }) => entryKey)]
    const used = await tx.rows<{ personId: number; entryKey: string }>(
      USED,
      [accountId, plan.flowId, people, keys],
      'flows-used-keys',
    )
    for (const { personId, entryKey } of used) entries.delete(`${personId} ${entryKey}`)
  }
  await moves.reserve(entries.size)
  return [...entries.values()].map(({ personId, entryKey, stepId, cause }) =>
    moves.begin(personId, entryKey, stepId, cause),
  )
}
