import type { Condition, ConditionGroup } from '@millrace/segments/contract'
import type { StepType } from './stepType.ts'

/**
 * What a setting of a step holds: the id of an email, segment or form; the name of a tag that must be there (`tag`), is made
 * (`new-tag`) or need not be there (`old-tag`); the name of a person field; parts of what arrived and the fields that keep them (`mapped-fields`); conditions about the person or about an event; Liquid; or what is nobody else's
 * business (`secret`, or `secret-liquid` where it is Liquid too), which is left out of what is shared.
 */
export type Holding =
  | 'email'
  | 'segment'
  | 'form'
  | 'tag'
  | 'new-tag'
  | 'old-tag'
  | 'field'
  | 'mapped-fields'
  | 'conditions'
  | 'event-conditions'
  | 'liquid'
  | 'secret'
  | 'secret-liquid'

/** Everything in the account that a step names. Tags as they are written. */
export type Refs = {
  emails: number[]
  segments: number[]
  forms: number[]
  tags: string[]
  newTags: string[]
  oldTags: string[]
  fields: string[]
  /** Goal steps, of this flow or another. */
  goals: number[]
  conditions: ConditionGroup[]
  liquid: { setting: string; text: string }[]
}

/** What ids and names become elsewhere; what is not said stays. Answering undefined leaves a mention out where it can be left out. */
export type Rewriting = {
  email?: (id: number) => number | undefined
  segment?: (id: number) => number | undefined
  form?: (id: number) => number | undefined
  goal?: (stepId: number) => number | undefined
  tag?: (name: string) => string
  field?: (name: string) => string
}

type Holder = Pick<StepType, 'holds'>
type Values = Record<string, unknown>

const idOf = (value: unknown): number | undefined => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

const isGroup = (value: unknown): value is ConditionGroup =>
  typeof value === 'object' && value !== null && Array.isArray((value as { conditions?: unknown }).conditions)

const EMAIL_FIELD = /^(data\.)?emailId$/

/** The email ids that a condition on events says, under `data.emailId`. */
const emailsIn = (tree: unknown): number[] => {
  if (!tree || typeof tree !== 'object') return []
  const { field, value, conditions } = tree as { field?: unknown; value?: unknown; conditions?: unknown[] }
  const own =
    typeof field === 'string' && EMAIL_FIELD.test(field) ? [value].flat().flatMap((one) => idOf(one) ?? []) : []
  return [...own, ...(conditions ?? []).flatMap(emailsIn)]
}

const collect = (condition: Condition, refs: Refs): void => {
  if (condition.type === 'group') for (const one of condition.conditions) collect(one, refs)
  if (condition.type === 'tag') refs.tags.push(condition.value)
  if (condition.type === 'field') refs.fields.push(condition.field)
  if (condition.type === 'segment') refs.segments.push(...[idOf(condition.value) ?? []].flat())
  if (condition.type === 'goal') refs.goals.push(...[idOf(condition.value) ?? []].flat())
  if (condition.type === 'event')
    refs.emails.push(...emailsIn(condition.systemConditions), ...emailsIn(condition.propertiesConditions))
}

const PERSON_IN_LIQUID = /\{[{%][^}]*?\bperson\.([\w.-]+)/g

type Mapped = { from?: unknown; field?: unknown }

/** The lines of a mapping, which may stand in a list or beside other settings of it. */
const linesOf = (value: unknown): Mapped[] => {
  const lines = Array.isArray(value) ? value : (value as { fields?: unknown } | null | undefined)?.fields
  return Array.isArray(lines) ? (lines as Mapped[]) : []
}

const mappedTo = (value: unknown, to: Rewriting): unknown => {
  const lines = linesOf(value).map((line) =>
    typeof line?.field === 'string' ? { ...line, field: to.field?.(line.field) ?? line.field } : line,
  )
  if (Array.isArray(value)) return lines
  return lines.length ? { ...(value as object), fields: lines } : value
}

const note = (refs: Refs, setting: string, holding: Holding, value: unknown): void => {
  if (holding === 'email') refs.emails.push(...[idOf(value) ?? []].flat())
  if (holding === 'segment') refs.segments.push(...[idOf(value) ?? []].flat())
  if (holding === 'form') refs.forms.push(...[idOf(value) ?? []].flat())
  if (holding === 'conditions' && isGroup(value)) {
    refs.conditions.push(value)
    collect(value as Condition, refs)
  }
  if (holding === 'mapped-fields')
    refs.fields.push(
      ...linesOf(value)
        .flatMap((line) => [line?.field])
        .flatMap((field) => (typeof field === 'string' && field ? [field] : [])),
    )
  if (holding === 'event-conditions') refs.emails.push(...emailsIn(value))
  if (typeof value !== 'string' || !value.trim()) return
  if (holding === 'tag') refs.tags.push(value)
  if (holding === 'new-tag') refs.newTags.push(value)
  if (holding === 'old-tag') refs.oldTags.push(value)
  if (holding === 'field') refs.fields.push(value)
  if (!holding.endsWith('liquid')) return
  refs.liquid.push({ setting, text: value })
  for (const [, field = ''] of value.matchAll(PERSON_IN_LIQUID)) refs.fields.push(field)
}

/** Everything that a step's settings name, however deep. Settings that are not complete are read as far as they go. */
export const refsOf = (type: Holder | undefined, values: Values): Refs => {
  const refs: Refs = {
    emails: [],
    segments: [],
    forms: [],
    tags: [],
    newTags: [],
    oldTags: [],
    fields: [],
    goals: [],
    conditions: [],
    liquid: [],
  }
  for (const [setting, holding] of Object.entries(type?.holds ?? {})) note(refs, setting, holding, values[setting])
  return refs
}

const rewriteEvents = (tree: unknown, to: Rewriting): unknown => {
  if (!tree || typeof tree !== 'object') return tree
  const { field, value, conditions } = tree as { field?: unknown; value?: unknown; conditions?: unknown[] }
  if (conditions) return { ...tree, conditions: conditions.map((one) => rewriteEvents(one, to)) }
  if (typeof field !== 'string' || !EMAIL_FIELD.test(field)) return tree
  const other = (one: unknown) => {
    const id = idOf(one)
    return (id && to.email?.(id)) ?? one
  }
  return { ...tree, value: Array.isArray(value) ? value.map(other) : other(value) }
}

const rewriteOne = (condition: Condition, to: Rewriting): Condition[] => {
  switch (condition.type) {
    case 'group':
      return [rewriteGroup(condition, to)]
    case 'tag':
      return [{ ...condition, value: to.tag?.(condition.value) ?? condition.value }]
    case 'field':
      return [{ ...condition, field: to.field?.(condition.field) ?? condition.field }]
    case 'event': {
      const { systemConditions, propertiesConditions } = condition
      const event = {
        ...condition,
        ...(systemConditions && { systemConditions: rewriteEvents(systemConditions, to) }),
        ...(propertiesConditions && { propertiesConditions: rewriteEvents(propertiesConditions, to) }),
      }
      return [event as Condition]
    }
    case 'segment':
    case 'goal': {
      const change = to[condition.type]
      const id = idOf(condition.value)
      if (!change || !id) return [condition]
      const value = change(id)
      return value === undefined ? [] : [{ ...condition, value }]
    }
    default:
      return [condition]
  }
}

/** Conditions with other ids and names; those on segments and goals that are nothing there are left out. */
export const rewriteGroup = (group: ConditionGroup, to: Rewriting): ConditionGroup => ({
  ...group,
  conditions: group.conditions.flatMap((one) => rewriteOne(one, to)),
})

const rewritten = (holding: Holding, value: unknown, to: Rewriting): unknown => {
  if (holding === 'email' || holding === 'segment' || holding === 'form') {
    const [change, id] = [to[holding], idOf(value)]
    return change && id ? change(id) : value
  }
  if (holding === 'conditions') return isGroup(value) ? rewriteGroup(value, to) : value
  if (holding === 'event-conditions') return rewriteEvents(value, to)
  if (holding === 'mapped-fields') return mappedTo(value, to)
  if (typeof value !== 'string') return value
  if (holding.endsWith('tag')) return to.tag?.(value) ?? value
  if (holding === 'field') return to.field?.(value) ?? value
  return value
}

/** Settings with other ids and names; a setting whose id is nothing there is left out, so that it is asked for. */
export const rewriteRefs = (type: Holder | undefined, values: Values, to: Rewriting): Values => {
  const result: Values = { ...values }
  for (const [setting, holding] of Object.entries(type?.holds ?? {})) {
    if (!(setting in values)) continue
    const value = rewritten(holding, values[setting], to)
    if (value === undefined) delete result[setting]
    else result[setting] = value
  }
  return result
}

/** Settings without what is nobody else's business, as they are shared. */
export const withoutSecrets = (type: Holder | undefined, values: Values): Values => {
  const holds: Readonly<Record<string, Holding>> = type?.holds ?? {}
  return Object.fromEntries(Object.entries(values).filter(([setting]) => !holds[setting]?.startsWith('secret')))
}
