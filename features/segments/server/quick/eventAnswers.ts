import type { Tx } from '@millrace/kit/server'
import type { EventCondition } from '../../contract/index.ts'
import type { Dictionary } from '../compile/dictionary.ts'
import { atLeast } from '../compile/event.ts'
import { type Answer, opposite } from './answer.ts'
import { type EventNeed, needOf } from './eventNeed.ts'

/** How many events of a person and a name are looked at for their properties. */
const LOOKED_AT = 60
/** Who must have done something more often than this is left to the database. */
const MOST_TIMES = 200

// The last things of a name that people did in a stretch of time, no more than asked for; with properties where those are.
const LAST = (props: string) => `select k.place, e.created_at as at, ${props} as props
  from unnest($2::bigint[], $3::bigint[], $4::timestamptz[], $5::timestamptz[], $6::int[])
    with ordinality as k(person_id, name_id, since, until, most, place)
  cross join lateral (
    select * from events e where e.account_id = $1::int and e.person_id = k.person_id and e.name_id = k.name_id
      and e.created_at >= k.since and e.created_at < k.until
    order by e.created_at desc limit k.most) as e`

/** The events of one person and one name that needs are about: one look serves them all. */
type Look = {
  personId: number
  nameId: number
  since: Date | null
  until: Date | null
  most: number
  hasProps: boolean
  /** Found, newest first; undefined before. */
  found?: { at: number; props: Record<string, unknown> | null }[]
}

type Row = { place: number; at: Date; props: Record<string, unknown> | null }

const read = async (tx: Tx, accountId: number, looks: readonly Look[]): Promise<void> => {
  if (!looks.length) return
  const rows = await tx.rows<Row>(LAST(looks[0]?.hasProps ? 'e.props' : 'null'), [
    accountId,
    looks.map(({ personId }) => personId),
    looks.map(({ nameId }) => nameId),
    looks.map(({ since }) => since ?? '-infinity'),
    looks.map(({ until }) => until ?? 'infinity'),
    looks.map(({ most }) => most),
  ])
  for (const look of looks) look.found = []
  for (const { place, at, props } of rows) looks[place - 1]?.found?.push({ at: at.getTime(), props })
}

type Counted = { met: number; unclear: number }

/** How many of the found events a need is met by; those that may be behind the last one found are unclear. */
const countIn = (look: Look, { since, test }: EventNeed): Counted => {
  const from = since?.getTime() ?? Number.NEGATIVE_INFINITY
  const counted = { met: 0, unclear: 0 }
  for (const { at, props } of look.found ?? []) {
    if (at < from) return counted
    const answer = test ? test(props) : true
    if (answer) counted.met++
    else if (answer === undefined) counted.unclear++
  }
  if ((look.found?.length ?? 0) >= look.most) counted.unclear = Number.POSITIVE_INFINITY
  return counted
}

/** Notes that a need is about the events of a person and a name, together with what others need of them. */
const lookAt = (looks: Looks, { since, until, times, test }: EventNeed, personId: number, nameId: number): Look => {
  const most = test ? Math.max(LOOKED_AT, times) : times
  const before = looks.get(personId)
  if (!before) {
    const look: Look = { personId, nameId, since, until, most, hasProps: test !== undefined }
    looks.set(personId, look)
    return look
  }
  if (before.found) return before
  before.most = Math.max(before.most, most)
  before.hasProps ||= test !== undefined
  before.since = before.since && since ? (before.since < since ? before.since : since) : null
  return before
}

/** Looks at the events of one name before one moment, by person. */
type Looks = Map<number, Look>
type Grouped = { need: EventNeed; groups: readonly { nameId: number; looks: Looks }[] }

/** What people did, as far as conditions ask: gathered first, then found for all of them in two statements. */
export class EventAnswers {
  private readonly needs = new Map<EventCondition, Grouped | { is: boolean } | undefined>()
  private readonly groups = new Map<string, Looks>()
  private readonly dictionary: Dictionary

  constructor(dictionary: Dictionary) {
    this.dictionary = dictionary
  }

  /** The answer where it is known; else undefined, and it is found with the next `find`. */
  ask(condition: EventCondition, personId: number): Answer {
    const need = this.needOf(condition)
    if (!need) return undefined
    const isPositive = (condition.condition === 'has') !== atLeast(condition.frequencyCondition).isNegated
    const answer = 'is' in need ? need.is : this.answerOf(need, personId)
    return isPositive ? answer : opposite(answer)
  }

  /** Finds what was asked for. Answers whether there was anything to find. */
  async find(tx: Tx): Promise<boolean> {
    const looks = [...this.groups.values()].flatMap((group) => [...group.values()]).filter(({ found }) => !found)
    for (const hasProps of [false, true]) {
      const some = looks.filter((look) => look.hasProps === hasProps)
      await read(tx, this.dictionary.accountId, some)
    }
    return looks.length > 0
  }

  private needOf(condition: EventCondition) {
    if (this.needs.has(condition)) return this.needs.get(condition)
    const need = needOf(condition, this.dictionary)
    const noted = need && 'times' in need ? this.grouped(need) : need
    this.needs.set(condition, noted)
    return noted
  }

  private grouped(need: EventNeed): Grouped | undefined {
    if (need.times > MOST_TIMES) return undefined
    const groups = need.nameIds.map((nameId) => {
      const key = `${nameId} ${need.until?.getTime() ?? ''}`
      const looks = this.groups.get(key) ?? new Map<number, Look>()
      this.groups.set(key, looks)
      return { nameId, looks }
    })
    return { need, groups }
  }

  private answerOf({ need, groups }: Grouped, personId: number): Answer {
    let [met, unclear] = [0, 0]
    for (const { nameId, looks } of groups) {
      const look = lookAt(looks, need, personId, nameId)
      const counted = look.found ? countIn(look, need) : { met: 0, unclear: Number.POSITIVE_INFINITY }
      met += counted.met
      unclear += counted.unclear
    }
    if (met >= need.times) return true
    return met + unclear >= need.times ? undefined : false
  }
}
