import type { Condition, Conditions, EventGroup } from '@millrace/segments/contract'
import type { FlowFile } from '../server/copy/flowFile.ts'

/** A recipe: a flow that is tied to no account, and what the gallery says of it. */
export type RecipeFile = FlowFile & {
  /** Stays the same for ever: flows remember which recipe they are of. */
  id: string
  /** One sentence: what it does for whom. */
  description: string
  /** Heading in the gallery. */
  group: 'Trials' | 'Customers' | 'Revenue' | 'Announcements'
}

/** A step of a recipe in its place: column and row of a grid, the middle column being 0. */
export type DrawnStep = {
  key: string
  does: string
  with?: Record<string, unknown>
  /** Said instead of the step's own title. */
  title?: string
  at: [column: number, row: number]
  /** The step after it; by exit where it has exits. */
  to?: string | Record<string, string>
}

type Drawn = Pick<RecipeFile, 'id' | 'name' | 'description' | 'group' | 'emails'> &
  Partial<Pick<RecipeFile, 'segments' | 'fields' | 'color'>> & {
    steps: DrawnStep[]
    /** A note beside the first step: what to fill in and what to mind. */
    note: string
    /** People pass it once only. */
    isOnce?: boolean
  }

const MIDDLE = 400
const COLUMN = 180
const TOP = 40
const ROW = 170
/** Steps that send are higher: they show the mail. */
const HIGH_ROW = 230

const topsOf = (steps: readonly DrawnStep[]): number[] => {
  const tops: number[] = []
  const last = Math.max(...steps.map(({ at }) => at[1]))
  for (let row = 0, top = TOP; row <= last; row++) {
    tops.push(top)
    top += steps.some(({ at, does }) => at[1] === row && does === '/send') ? HIGH_ROW : ROW
  }
  return tops
}

/** Puts a recipe together: places, links by key, the note at the left. */
export const recipe = ({
  steps,
  note,
  isOnce = false,
  segments = [],
  fields = [],
  color = null,
  ...rest
}: Drawn): RecipeFile => {
  const ids = new Map(steps.map(({ key }, index) => [key, index + 1]))
  const idOf = (key: string) => {
    const id = ids.get(key)
    if (!id) throw new Error(`The recipe “${rest.id}” has no step “${key}”.`)
    return id
  }
  const tops = topsOf(steps)
  const lines = note.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 34)), 0)
  return {
    ...rest,
    objectType: 'person',
    color,
    data: { canEnterOnce: isOnce, canEnterOncePerPeriod: null },
    segments,
    fields,
    steps: steps.map(({ key, does, with: values = {}, title = null, at: [column, row] }) => ({
      id: idOf(key),
      serviceId: 'millrace',
      operationKey: does,
      values,
      title,
      x: MIDDLE + column * COLUMN,
      y: tops[row] ?? TOP,
    })),
    links: steps.flatMap(({ key, to }) => {
      if (to === undefined) return []
      const exits: [string | null, string][] = typeof to === 'string' ? [[null, to]] : Object.entries(to)
      return exits.map(([condition, target]) => ({ source: idOf(key), target: idOf(target), condition }))
    }),
    notes: [{ type: 'note', text: note, fontSize: 13, x: -20, y: TOP, width: 260, height: 36 + lines * 20 }],
  }
}

/** All of these. */
export const all = (...conditions: Condition[]): Conditions => ({ type: 'group', operator: 'and', conditions })
/** A person field compared. */
export const field = (name: string, condition: string, value?: unknown): Condition =>
  ({ type: 'field', field: name, condition, ...(value !== undefined && { value }) }) as Condition
/** Has a tag, or has not. */
export const tag = (name: string, condition: 'has' | 'has not' = 'has'): Condition => ({
  type: 'tag',
  value: name,
  condition,
})
/** So many days. */
export const days = (value: number, direction: 'ago' | 'ahead' = 'ago') => ({ value, unit: 'days', direction }) as const

/** Clicked a link of an email; of those with something in their address where it is told. */
export const clicked = (emailId: number, inAddress?: string): Condition => {
  const is = (name: string, value: string | number) => ({ type: 'field', field: name, condition: 'is', value }) as const
  const about: EventGroup = {
    type: 'group',
    operator: 'and',
    conditions: [is('type', 'email'), is('name', 'Email clicked'), is('data.emailId', emailId)],
  }
  if (!inAddress) return { type: 'event', condition: 'has', systemConditions: about }
  const url = { type: 'field', field: 'url', condition: 'contains', value: inAddress } as const
  return {
    type: 'event',
    condition: 'has',
    systemConditions: about,
    propertiesConditions: { type: 'group', operator: 'and', conditions: [url] },
  }
}

/** Waits so many days. */
export const wait = (value: number, unit: 'hours' | 'days' = 'days') => ({ kind: 'duration', value, unit }) as const
/** Waits for a time of day on a working day, by the person's clock. */
export const workday = (at: string) => ({ kind: 'window', weekdays: [1, 2, 3, 4, 5], at, timezone: 'person' }) as const
/** Sends a mail, once for each person. */
export const send = (emailId: number) => ({ emailId, onlyOnce: true }) as const
