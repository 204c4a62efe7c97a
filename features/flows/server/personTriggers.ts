import type { EventGroup } from '@millrace/segments/contract'
import { type EntryReason, type Names, summaryOf } from '../contract/index.ts'
import type { GraphStep } from './engine/graph.ts'
import { triggerRunOf } from './engine/runners.ts'
import type { Asked, Fact, TriggerMatch } from './engine/triggerMatch.ts'
import { eventMeets } from './rules/eventMeets.ts'
import { idOfSubject } from './subjects/subjects.ts'

/** How many of a person's events are held against a trigger's conditions. */
const LOOKED_AT = 500
const HUMAN_EVENTS = new Set(['Email opened', 'Email clicked'])

/** What a person did under a name, the latest first. */
const EVENTS = `
select e.created_at as at, e.props from events e
where e.account_id = $1 and e.person_id = $2
  and e.name_id = any(array(select n.id from event_names n where n.account_id = $1 and n.name = $3))
order by e.account_id, e.created_at desc limit ${LOOKED_AT}`

/** Whether a person carries a tag. */
const TAG = `
select 1 as is_there from people p where p.account_id = $1 and p.id = $2
  and p.tags && array(select t.id from tags t where t.account_id = $1 and lower(t.name) = lower($3))`

/** When a person came into a segment and left it. */
const MEMBER = `
select entered_at as "enteredAt", left_at as "leftAt" from segment_members
where account_id = $1 and person_id = $2 and segment_id = $3`

/** The same of an object. */
const OBJECT_MEMBER = `
select entered_at as "enteredAt", left_at as "leftAt" from segment_objects
where account_id = $1 and object_id = $2 and segment_id = $3`

/** What a trigger is asked, whichever it is. */
type Person = Omit<Asked, 'stepId'>

type Event = { at: Date; props: Record<string, unknown> | null }

const times = (count: number) => (count === 1 ? 'once' : `${count} times`)

const eventFact = async (asked: Person, name: string, conditions: EventGroup | undefined): Promise<Fact> => {
  const { tx, accountId, personId, since, now, zone } = asked
  const all = await tx.rows<Event>(EVENTS, [accountId, personId, name])
  const at = all[0]?.at.toISOString() ?? null
  if (!all.length) return { isMet: false, fact: 'never happened', at: null }
  const fresh = since ? all.filter((event) => event.at >= since) : all
  if (!fresh.length) return { isMet: false, fact: `${times(all.length)}, but before the flow was switched on`, at }
  const human = HUMAN_EVENTS.has(name) ? fresh.filter(({ props }) => props?.isBot !== true) : fresh
  if (!human.length) return { isMet: false, fact: 'by machines alone', at }
  const fitting = conditions ? human.filter(({ props }) => eventMeets(conditions, props ?? {}, { now, zone })) : human
  if (!fitting.length) return { isMet: false, fact: `${times(human.length)}, but its conditions were never met`, at }
  return { isMet: true, fact: times(fitting.length), at: fitting[0]?.at.toISOString() ?? at }
}

const tagFact = async ({ tx, accountId, personId }: Person, kind: string, tag: string): Promise<Fact> => {
  const has = (await tx.one(TAG, [accountId, personId, tag])) !== undefined
  // When a tag was put on is not kept.
  const isMet = has === (kind === 'tag.added') ? null : false
  const fact = has ? 'has the tag' : 'does not have the tag'
  return { isMet, fact: isMet === null ? `${fact}; it counts when that changes while the flow is on` : fact, at: null }
}

const segmentFact = async ({ tx, accountId, personId, since }: Person, kind: string, id: number): Promise<Fact> => {
  const sql = personId < 0 ? OBJECT_MEMBER : MEMBER
  const row = await tx.one<{ enteredAt: Date; leftAt: Date | null }>(sql, [accountId, idOfSubject(personId), id])
  if (!row) return { isMet: false, fact: 'never in it', at: null }
  const at = kind === 'segment.entered' ? row.enteredAt : row.leftAt
  if (!at) return { isMet: false, fact: 'is still in it', at: row.enteredAt.toISOString() }
  const told = kind === 'segment.entered' ? 'entered it' : 'left it'
  const isFresh = !since || at >= since
  return { isMet: isFresh, fact: isFresh ? told : `${told} before the flow was switched on`, at: at.toISOString() }
}

const factOf = (asked: Person, { kind, about, conditions }: TriggerMatch): Promise<Fact> | Fact => {
  const [first = ''] = [kind].flat()
  if (about === 'any') return { isMet: null, fact: 'is looked at when it happens', at: null }
  if ('event' in about) return eventFact(asked, about.event, conditions as EventGroup | undefined)
  if ('tag' in about) return tagFact(asked, first, about.tag)
  if (first.startsWith('segment.')) return segmentFact(asked, first, about.id)
  return { isMet: null, fact: 'is looked at when it happens', at: null }
}

/** A step in words. */
export const wordsOfStep = (step: GraphStep, names: Names): string => {
  const { title, text } = summaryOf({ ...step, inputFields: { values: step.input } }, names)
  return text || title
}

/** Whether what starts a flow has happened to a person since it is on. */
export const triggerReasons = async (
  asked: Person,
  steps: readonly GraphStep[],
  names: Names,
  valuesOf: (step: GraphStep) => unknown,
): Promise<EntryReason[]> => {
  const reasons: EntryReason[] = []
  for (const step of steps) {
    const trigger = triggerRunOf(step)
    if (!trigger) continue
    const values = valuesOf(step)
    const text = wordsOfStep(step, names)
    if (!values) reasons.push({ text, isMet: false, fact: 'its settings are not complete', at: null })
    else
      reasons.push({
        text,
        ...(await (trigger.explain?.({ ...asked, stepId: step.id }, values) ??
          factOf(asked, trigger.match(values, step.id)))),
      })
  }
  return reasons
}
