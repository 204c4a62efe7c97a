import { nextTime, type WallClock } from './naiveClock.ts'
import type { Life } from './naiveLife.ts'
import type { RandomFlow } from './randomFlow.ts'
import { type ClockTrigger, isClockTrigger } from './randomSteps.ts'

const DAY = 1440

type Due = { step: number; key: string; due: number }
type ClockOf = (whose: 'account' | 'person') => WallClock

/** When a date lets its person in, and as which one. */
const dueOf = (trigger: ClockTrigger, step: number, when: number, clock: WallClock): Due | undefined => {
  const day = clock.dayAt(when)
  switch (trigger.kind) {
    case 'at-date':
      return { step, key: `date ${step} ${when}`, due: when + trigger.hours * 60 }
    case 'at-day':
      return { step, key: `date ${step} ${day}`, due: clock.whenAt((day + trigger.days) * DAY + trigger.minuteOfDay) }
    case 'yearly':
      // All of a history lies within a year.
      return { step, key: `year ${step}`, due: clock.whenAt(day * DAY + trigger.minuteOfDay) }
    default:
      return undefined
  }
}

/** The next time after `now` at which a trigger takes all who have a tag. */
const nextOf = (trigger: ClockTrigger, now: number, clock: WallClock): number => {
  if (trigger.kind === 'at-time') return trigger.minute > now ? trigger.minute : Number.POSITIVE_INFINITY
  if (trigger.kind !== 'daily') return Number.POSITIVE_INFINITY
  const { every, minuteOfDay, weekdays } = trigger
  // Days are counted from the first that is allowed, on the day of the start or after it.
  const first = clock.dayAt(nextTime(clock.whenAt(clock.dayAt(0) * DAY) - 1, 0, weekdays, clock))
  for (let time = nextTime(now, minuteOfDay, weekdays, clock); ; time = nextTime(time, minuteOfDay, weekdays, clock))
    if ((clock.dayAt(time) - first) % every === 0) return time
}

/** When the clock lets one person into a flow. */
export class NaiveSchedules {
  private dates: Due[] = []
  private readonly times = new Map<number, number>()
  private readonly triggers: [number, ClockTrigger][]
  private readonly clockOf: ClockOf

  constructor(flow: RandomFlow, { clockOf }: { clockOf: ClockOf }) {
    this.triggers = flow.steps.flatMap((step, place) => (isClockTrigger(step) ? [[place, step]] : []))
    this.clockOf = clockOf
    for (const [step, trigger] of this.triggers) this.times.set(step, nextOf(trigger, 0, clockOf('account')))
  }

  /** When the next of them is due. */
  get nextDue(): number {
    return Math.min(...this.times.values(), ...this.dates.map(({ due }) => due))
  }

  /** The date that the person carries is another one. What is set to a time earlier today still counts. */
  follow(when: number, now: number): void {
    const clock = this.clockOf('person')
    const today = clock.whenAt(clock.dayAt(now) * DAY)
    const since = Math.max(1, today)
    this.dates = this.triggers.flatMap(([step, trigger]) => {
      const due = dueOf(trigger, step, when, clock)
      return due && due.due >= since ? [due] : []
    })
  }

  /** By which triggers the clock lets the person in now. */
  take({ tags }: Life, now: number): { step: number; key: string }[] {
    const dated = this.dates.filter(({ due }) => due <= now)
    this.dates = this.dates.filter(({ due }) => due > now)
    const timed = this.triggers.flatMap(([step, trigger]) => {
      const time = this.times.get(step)!
      if (time > now || !('tag' in trigger)) return []
      this.times.set(step, nextOf(trigger, now, this.clockOf('account')))
      return tags.has(trigger.tag) ? [{ step, key: trigger.kind === 'daily' ? `at ${time}` : `time ${step}` }] : []
    })
    return [...dated, ...timed].sort((a, b) => a.step - b.step)
  }
}
