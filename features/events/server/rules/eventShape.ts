import type { EventKind, PersonEvent } from '../../contract/index.ts'

/** A row of a listing of events. */
export type EventRow = {
  id: number
  created_at: Date
  /** The exact time as text; a Date would lose microseconds. */
  at: string
  name: string
  kind: EventKind
  label?: string | null
  props: Record<string, unknown> | null
  person_id: number
  email?: string | null
  fields?: Record<string, unknown>
}

const NUMBERS = ['emailId', 'sendId', 'flowId', 'stepId'] as const
const TEXTS = ['url', 'ip', 'browser', 'reason'] as const

/** Where a listing goes on behind an event. */
export const cursorOf = ({ at, id }: Pick<EventRow, 'at' | 'id'>): string =>
  Buffer.from(`${at}|${id}`).toString('base64url')

/** The time and id that a cursor stands for, or undefined where it is none. */
export const readCursor = (cursor: string): { at: string; id: number } | undefined => {
  const match = /^(\d{4,6}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d+)?[+-]\d{2}(?::\d{2})?)\|(\d{1,15})$/.exec(
    Buffer.from(cursor, 'base64url').toString(),
  )
  return match ? { at: match[1] as string, id: Number(match[2]) } : undefined
}

const textOrNull = (value: unknown) => (typeof value === 'string' && value ? value : null)

/** An event as calls answer it; what mail activity is about stands beside its properties. */
export const toEvent = (row: EventRow): PersonEvent => {
  const props = row.props ?? {}
  const event: PersonEvent = {
    id: row.id,
    cursor: cursorOf(row),
    createdAt: row.created_at.toISOString(),
    name: row.name,
    kind: row.kind,
    ...(row.label && { label: row.label }),
    properties: props,
  }
  if (row.kind !== 'custom') {
    for (const name of NUMBERS) if (typeof props[name] === 'number') event[name] = props[name]
    for (const name of TEXTS) if (typeof props[name] === 'string') event[name] = props[name]
    if (typeof props.isBot === 'boolean') event.isBot = props.isBot
  }
  if (row.fields) {
    const { name, firstName, lastName } = row.fields
    event.endUser = {
      id: row.person_id,
      email: row.email ?? null,
      name:
        textOrNull(name) ??
        ([firstName, lastName].filter((part) => typeof part === 'string' && part).join(' ') || null),
      firstName: textOrNull(firstName),
      lastName: textOrNull(lastName),
    }
  }
  return event
}
