import type { Conditions } from '@millrace/segments/contract'
import {
  type Rewriting,
  rewriteGroup,
  rewriteRefs,
  settingsProblemsOf,
  stepTypeOf,
  summaryOf,
} from '../../contract/index.ts'
import type { FileStep } from './flowFile.ts'
import { refsOfConditions, refsOfStep } from './refsOfFile.ts'

/** What ids of a file are in the account; what is not named here is not there. */
export type KnownIds = {
  emails: ReadonlyMap<number, number>
  segments: ReadonlyMap<number, number>
  /** Steps of the flow, for goals. */
  steps: ReadonlyMap<number, number>
}

const rewritingOf = ({ emails, segments, steps }: KnownIds): Rewriting => ({
  email: (id) => emails.get(id),
  segment: (id) => segments.get(id),
  goal: (id) => steps.get(id),
  form: () => undefined,
})

const hasAssociation = (condition: unknown): boolean => {
  const { type, conditions = [] } = condition as { type?: string; conditions?: unknown[] }
  return type === 'association' || conditions.some(hasAssociation)
}

/**
 * Conditions as they are said in the account. Undefined where one of them is about something that is not there: without it,
 * they would catch other people than they were meant to.
 */
export const rewriteConditions = (conditions: Conditions, ids: KnownIds): Conditions | undefined => {
  const { emails, segments, goals } = refsOfConditions(conditions)
  const isKnown =
    emails.every((id) => ids.emails.has(id)) &&
    segments.every((id) => ids.segments.has(id)) &&
    goals.every((id) => ids.steps.has(id))
  return isKnown && !hasAssociation(conditions) ? rewriteGroup(conditions, rewritingOf(ids)) : undefined
}

/** Settings as they are said in the account, and whether something had to be left out. */
export type Rewritten = { values: Record<string, unknown>; isWhole: boolean }

/** A step's settings with the account's own ids. What is about something that is not there is left out, to be chosen anew. */
export const rewriteStep = (step: FileStep, ids: KnownIds): Rewritten => {
  const type = stepTypeOf(step)
  if (!type) return { values: {}, isWhole: !Object.keys(step.values).length }
  const refs = refsOfStep(step)
  const lost = [
    ...refs.emails.filter((id) => !ids.emails.has(id)),
    ...refs.segments.filter((id) => !ids.segments.has(id)),
    ...refs.goals.filter((id) => !ids.steps.has(id)),
    ...refs.forms,
  ]
  const values = rewriteRefs(type, step.values, rewritingOf(ids))
  let isWhole = !lost.length
  for (const [setting, holding] of Object.entries(type.holds)) {
    const conditions = step.values[setting]
    if (!conditions) continue
    const isAbout = holding === 'conditions' && !rewriteConditions(conditions as Conditions, ids)
    // Conditions on an event stay as far as they go only where they name no email that is elsewhere.
    const isAboutMail = holding === 'event-conditions' && refs.emails.some((id) => !ids.emails.has(id))
    if (!isAbout && !isAboutMail) continue
    delete values[setting]
    isWhole = false
  }
  return { values, isWhole }
}

/** What a step that lost something is called, with whether it must be filled in before the flow can run. */
export const tellLost = (step: FileStep, values: Record<string, unknown>): string => {
  const { title } = summaryOf({ ...step, inputFields: { values: step.values }, data: { title: step.title } })
  const mustFill = settingsProblemsOf({ ...step, inputFields: { values } }).length > 0
  return `“${title}” is about something that was not copied${mustFill ? '; choose it anew' : '; look at its settings'}.`
}
