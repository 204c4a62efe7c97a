import { malformed } from '@millrace/kit/server'
import { PersonKey } from '../../contract/index.ts'

const PART = /^people\[(\d{1,4})\]\[(id|userId|email|segmentAnonymousId)\]$/

/** The people that a query names: `people[0][email]=…&people[1][userId]=…`. */
export const keysInQuery = (query: Record<string, unknown>): PersonKey[] => {
  const keys = new Map<number, Record<string, unknown>>()
  for (const [name, value] of Object.entries(query)) {
    const part = PART.exec(name)
    if (!part) continue
    const place = Number(part[1])
    keys.set(place, { ...keys.get(place), [part[2] as string]: Array.isArray(value) ? value[0] : value })
  }
  return [...keys]
    .sort(([a], [b]) => a - b)
    .map(([, key]) => {
      const read = PersonKey.safeParse(key)
      if (!read.success) throw malformed(`"${String(Object.values(key)[0]).slice(0, 40)}" does not name a person.`)
      return read.data
    })
}
