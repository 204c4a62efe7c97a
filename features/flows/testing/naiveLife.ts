import { daysLater, nextTime, type WallClock } from './naiveClock.ts'
import type { RandomStep, Wanted } from './randomSteps.ts'

/** What is known about one person of the model; times in minutes. */
export type Life = {
  plan: string | undefined
  tags: Set<string>
  score: number | undefined
  when: number | undefined
  visited: number[]
  opened: number[]
  events: { name: string; at: number }[]
}

/** What must move for something that is wanted to come true. */
export const at = (wanted: Wanted): string => {
  if ('plan' in wanted) return 'plan'
  return 'tag' in wanted ? 'tags' : wanted.event
}

/** Whether somebody is, or did in a stretch of time, what is wanted. */
export const isMet = (life: Life, wanted: Wanted, span?: { after: number; until: number }): boolean => {
  if ('plan' in wanted) return life.plan === wanted.plan
  if ('tag' in wanted) return life.tags.has(wanted.tag)
  return life.events.some(
    (event) => event.name === wanted.event && (!span || (event.at > span.after && event.at <= span.until)),
  )
}

const yesOrNo = (is: boolean) => (is ? 'yes' : 'no')

/** By which way out somebody leaves a step that does not hold them. */
export const exitOf = (step: RandomStep, life: Life, now: number, variant: () => string): string | null => {
  switch (step.kind) {
    case 'condition':
      return yesOrNo(life.plan === step.plan)
    case 'has-tag':
    case 'segment':
      return yesOrNo(life.tags.has(step.tag))
    case 'scored':
      return yesOrNo(life.score !== undefined && life.score > step.moreThan)
    case 'page':
      return yesOrNo(life.visited.some((visit) => step.within === null || visit > now - step.within * 1440))
    case 'opened':
      return yesOrNo(life.opened.length > 0)
    case 'ab':
      return variant()
    default:
      return null
  }
}

/** Somebody's plan becomes this one; true where it was another. */
export const become = (life: Life, plan: string): boolean => {
  const isNew = life.plan !== plan
  life.plan = plan
  return isNew
}

/** Somebody gets a tag, or loses it; true where they had none, or had it. */
export const retag = ({ tags }: Life, tag: string, isAdded: boolean): boolean => {
  if (tags.has(tag) === isAdded) return false
  if (isAdded) tags.add(tag)
  else tags.delete(tag)
  return true
}

/** What a step does to somebody; answers what moved, if anything. */
export const change = (life: Life, step: RandomStep): string | undefined => {
  if (step.kind === 'tag') return retag(life, step.tag, step.isAdded) ? 'tags' : undefined
  if (step.kind === 'field')
    return become(life, step.copies ? `${life.plan ?? ''}!`.slice(0, 5) : step.plan) ? 'plan' : undefined
  if (step.kind === 'score') {
    const { by, value } = step
    const before = life.score ?? 0
    if (by === 'set') life.score = value
    else life.score = by === 'multiply' ? before * value : before + value
  }
  return undefined
}

/** Until when a step holds whoever comes now; undefined where it holds nobody. */
export const waitOf = (
  step: RandomStep,
  now: number,
  { when }: Life,
  clockOf: (whose: 'account' | 'person') => WallClock,
): number | undefined => {
  if (step.kind === 'wait') return now + step.minutes
  if (step.kind === 'days') return daysLater(now, step.days, clockOf('account'))
  if (step.kind === 'until') return step.minute
  if (step.kind === 'date') return when === undefined ? undefined : when + step.hours * 60
  return step.kind === 'time' ? nextTime(now, step.minuteOfDay, step.weekdays, clockOf(step.whose)) : undefined
}
