import { send, sentenceOf } from '@millrace/kit/web'
import { useEffect, useState } from 'react'
import { broadcastsContract as calls } from '../../contract/calls.ts'
import type { AudienceSlice, Excluded } from '../../contract/figures.ts'

/** Who would get a broadcast, as far as that is counted. */
export type AudienceCount = {
  total: number
  counted: number
  sendable: number
  late: number
  excluded: Excluded[]
  isWhole: boolean
  error: string | undefined
}

const NONE: AudienceCount = {
  total: 0,
  counted: 0,
  sendable: 0,
  late: 0,
  excluded: [],
  isWhole: false,
  error: undefined,
}

const added = (sum: readonly Excluded[], more: readonly Excluded[]): Excluded[] => {
  const counts = new Map(sum.map((one) => [one.why, one]))
  for (const one of more) counts.set(one.why, { ...one, count: one.count + (counts.get(one.why)?.count ?? 0) })
  return [...counts.values()].sort((a, b) => b.count - a.count)
}

/** Counts slice by slice who would get a broadcast; anew when `key` changes, which names everything that it depends on. */
export const useAudience = (id: number, key: string, isOn: boolean, saved: () => Promise<unknown>): AudienceCount => {
  const [count, setCount] = useState(NONE)
  useEffect(() => {
    const stop = new AbortController()
    const walk = async () => {
      // What is counted is what the server knows.
      await saved()
      let sum = NONE
      for (let after: number | null = 0; after !== null; ) {
        const options = { signal: stop.signal }
        const slice: AudienceSlice = await send(calls.broadcastAudience, { params: { id }, query: { after } }, options)
        if (stop.signal.aborted) return
        sum = {
          total:
            slice.next === null
              ? sum.counted + slice.counted
              : Math.max(sum.total, slice.total, sum.counted + slice.counted),
          counted: sum.counted + slice.counted,
          sendable: sum.sendable + slice.sendable,
          late: sum.late + slice.late,
          excluded: added(sum.excluded, slice.excluded),
          isWhole: slice.next === null,
          error: undefined,
        }
        setCount(sum)
        after = slice.next
      }
    }
    if (isOn && key)
      walk().catch((error) => {
        if (!stop.signal.aborted) setCount((sum) => ({ ...sum, error: sentenceOf(error) }))
      })
    else setCount(NONE)
    return () => stop.abort()
  }, [id, key, isOn, saved])
  return count
}
