import type { Change } from '@millrace/kit/jobs'
import type { StoredSegment } from './register.ts'

/** For so long after a sign of life a further one tells a segment nothing new. */
const QUIET_MS = 5 * 60_000
/** How many people are remembered in all. */
const MOST = 500_000

type Sign = { at: number; changeId: number }

/**
 * Remembers for which people a segment was asked because they gave a sign of life, so that busy people are not asked
 * about with every event. A change that is taken again after a failure is asked about again.
 */
export class SignsOfLife {
  private readonly signs = new Map<string, Map<number, Sign>>()
  private size = 0

  /** Whether the segment must be asked about the person of this event; notes that it is. */
  isNews(accountId: number, { id: segmentId, definition }: StoredSegment, change: Change, now: Date): boolean {
    const { id: changeId, personId, data } = change
    if (changeId === 0 || personId === null) return true
    const people = this.peopleOf(`${accountId} ${segmentId} ${definition}`)
    const last = people.get(personId)
    if (last && last.changeId !== changeId && now.getTime() - last.at < QUIET_MS) return false
    const happenedAt = typeof data?.at === 'string' ? new Date(data.at).getTime() : change.at.getTime()
    // An event of the past says nothing about now.
    if (Math.abs(now.getTime() - happenedAt) < QUIET_MS) {
      if (!last) this.size++
      people.set(personId, { at: now.getTime(), changeId })
    }
    return true
  }

  private peopleOf(key: string): Map<number, Sign> {
    if (this.size > MOST) {
      this.signs.clear()
      this.size = 0
    }
    const people = this.signs.get(key) ?? new Map<number, Sign>()
    this.signs.set(key, people)
    return people
  }
}
