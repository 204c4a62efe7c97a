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

/** The start is a Tuesday, 09:00 UTC; searched minute by minute. */
export const nextTime = (now: number, minuteOfDay: number, weekdays: readonly number[]): number => {
  for (let minute = now + 1; ; minute++) {
    const ofDay = (minute + 9 * 60) % 1440
    const weekday = ((Math.floor((minute + 9 * 60) / 1440) + 1) % 7) + 1
    if (ofDay === minuteOfDay && weekdays.includes(weekday)) return minute
  }
}
