import { type Change, subjectOf } from '@millrace/kit/jobs'
import { type Tx, together } from '@millrace/kit/server'
import type { EventGroup } from '@millrace/segments/contract'
import { eventMeets, mentions, propertyOf } from '../rules/eventMeets.ts'
import type { Plan } from './plan.ts'
import { eventOf, happenedAt, type TriggerMatch } from './triggerMatch.ts'
import type { Trouble } from './troubles.ts'

/** A flow that is on, as changes are held against it. */
export type LiveFlow = { flowId: number; version: number; activatedAt: Date; zone: string; plan: Plan; kindId: number }

/** A change that lets somebody into a flow: a person, or an object by the negative of its id. */
export type Triggered = { flow: LiveFlow; stepId: number; personId: number; change: Change; key: string | null }

/** Clients' clocks may be behind ours by so much. */
const GRACE_MS = 600_000
/** Mail activity that machines cause too. */
const HUMAN_EVENTS = new Set(['Email opened', 'Email clicked'])

/** The ids of event names. */
const EVENT_NAMES = 'select id, name from event_names where account_id = $1 and name = any($2::text[])'

/** The ids of tags by lower-case name, the names that they had before included. */
const TAGS = `select id, lower(name) as name from tags where account_id = $1 and lower(name) = any($2::text[])
  union all select tag_id, name from former_tag_names where account_id = $1 and name = any($2::text[])`

/** The properties of events, found by their time and id. */
const PROPS = `select e.id, e.props from events e join unnest($2::timestamptz[], $3::bigint[]) as u(at, id)
  on e.created_at = u.at and e.id = u.id where e.account_id = $1`

type Trigger = TriggerMatch & { stepId: number; flow: LiveFlow }
type Name = { id: number; name: string }

const names = (triggers: readonly Trigger[], what: 'event' | 'tag'): string[] => [
  ...new Set(
    triggers.flatMap(({ about }) => {
      const name = about === 'any' ? undefined : (about as Record<string, string | number>)[what]
      if (typeof name !== 'string') return []
      return [what === 'tag' ? name.toLowerCase() : name]
    }),
  ),
]

const idsByName = async (tx: Tx, accountId: number, sql: string, wanted: string[], statement: string) => {
  const ids = new Map<string, number[]>()
  if (!wanted.length) return ids
  for (const { id, name } of await tx.rows<Name>(sql, [accountId, wanted], statement))
    ids.set(name, [...(ids.get(name) ?? []), id])
  return ids
}

const refsOf = (about: Trigger['about'], events: Map<string, number[]>, tags: Map<string, number[]>) => {
  if (about === 'any') return ['*']
  if ('event' in about) return events.get(about.event) ?? []
  return 'tag' in about ? (tags.get(about.tag.toLowerCase()) ?? []) : [about.id]
}

const isAboutEvent = (about: Trigger['about']): about is { event: string } => about !== 'any' && 'event' in about

/** Triggers by the change that they look for: its kind and what it is about. */
const indexed = async (tx: Tx, accountId: number, triggers: readonly Trigger[]): Promise<Map<string, Trigger[]>> => {
  const [events, tags] = await together([
    idsByName(tx, accountId, EVENT_NAMES, names(triggers, 'event'), 'flows-event-names'),
    idsByName(tx, accountId, TAGS, names(triggers, 'tag'), 'flows-tags'),
  ])
  const index = new Map<string, Trigger[]>()
  for (const trigger of triggers) {
    const { about, kind } = trigger
    const refs = refsOf(about, events, tags)
    for (const one of [kind].flat()) {
      for (const ref of refs) index.set(`${one} ${ref}`, [...(index.get(`${one} ${ref}`) ?? []), trigger])
    }
  }
  return index
}

const needsProps = ({ about, conditions, key }: Trigger) =>
  conditions !== undefined || key !== undefined || (isAboutEvent(about) && HUMAN_EVENTS.has(about.event))

const readProps = async (tx: Tx, accountId: number, changes: readonly Change[]) => {
  const events = changes.flatMap((change) => eventOf(change) ?? [])
  if (!events.length) return new Map<number, Record<string, unknown>>()
  const values = [accountId, events.map(({ at }) => at), events.map(({ id }) => id)]
  const rows = await tx.rows<{ id: number; props: Record<string, unknown> | null }>(PROPS, values, 'flows-event-props')
  return new Map(rows.map(({ id, props }) => [id, props ?? {}]))
}

type Props = Map<number, Record<string, unknown>>

/** The key of an entry (null: none), or undefined where the event does not start the flow. */
const entryOf = (trigger: Trigger, change: Change, all: Props, now: Date): { key: string | null } | undefined => {
  const met = trigger.meets ? trigger.meets(change, { now, zone: trigger.flow.zone }) : { key: null }
  if (!met || !needsProps(trigger)) return met
  const props = all.get(eventOf(change)?.id ?? 0) ?? {}
  const conditions = trigger.conditions as EventGroup | undefined
  const isHuman = isAboutEvent(trigger.about) && HUMAN_EVENTS.has(trigger.about.event)
  if (isHuman && props.isBot === true && !(conditions && mentions(conditions, 'isBot'))) return undefined
  if (conditions && !eventMeets(conditions, props, { now, zone: trigger.flow.zone })) return undefined
  const value = trigger.key === undefined ? undefined : propertyOf(props, trigger.key)
  if (value === undefined || value === null || value === '') return met
  return { key: typeof value === 'object' ? JSON.stringify(value) : String(value) }
}

/** The same; one trigger that cannot be asked keeps no other waiting. */
const asked = (...asking: Parameters<typeof entryOf>): ReturnType<typeof entryOf> | Error => {
  try {
    return entryOf(...asking)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Whom a change can let into a flow: people into flows of people, objects into flows of their kind. */
const subjectFor = ({ kindId }: LiveFlow, change: Change): number | undefined => {
  const subject = subjectOf(change)
  if (subject === null || subject < 0 !== kindId > 0) return undefined
  const schemaId = subject < 0 ? change.data?.schemaId : undefined
  return schemaId === undefined || schemaId === kindId ? subject : undefined
}

/**
 * Which changes let whom into which flows, in the order of the changes. A change lets a person into a flow once, however
 * many of its triggers fit; what happened before the flow was switched on lets nobody in.
 */
export const findTriggered = async (
  tx: Tx,
  accountId: number,
  flows: readonly LiveFlow[],
  changes: readonly Change[],
  now: Date,
  note: (flowId: number, trouble: Trouble) => Promise<void>,
): Promise<Triggered[]> => {
  const triggers = flows.flatMap((flow) => flow.plan.triggers.map((trigger) => ({ ...trigger, flow })))
  const kinds = new Set(triggers.flatMap(({ kind }) => kind))
  // Whoever gets a tag because another one became part of it was tagged long ago.
  const heard = changes.filter(
    (change) => kinds.has(change.kind) && change.data?.source !== 'merge' && subjectOf(change) !== null,
  )
  if (!heard.length) return []
  const index = await indexed(tx, accountId, triggers)
  const hits = heard.flatMap((change) => {
    const found = [...(index.get(`${change.kind} ${change.ref}`) ?? []), ...(index.get(`${change.kind} *`) ?? [])]
    return found.length ? [{ change, found }] : []
  })
  const asking = hits.filter(({ found }) => found.some(needsProps)).map(({ change }) => change)
  const props = asking.length ? await readProps(tx, accountId, asking) : new Map()
  const triggered: Triggered[] = []
  for (const { change, found } of hits) {
    const entered = new Set<number>()
    for (const trigger of found) {
      const { flow, stepId } = trigger
      if (entered.has(flow.flowId)) continue
      const personId = subjectFor(flow, change)
      if (personId === undefined) continue
      if (happenedAt(change).getTime() < flow.activatedAt.getTime() - GRACE_MS) continue
      const entry = asked(trigger, change, props, now)
      if (entry instanceof Error) {
        await note(flow.flowId, { code: 'trigger', stepId, reason: entry.message, people: 1, personId })
        continue
      }
      if (!entry) continue
      entered.add(flow.flowId)
      triggered.push({ flow, stepId, personId, change, key: entry.key })
    }
  }
  return triggered
}
