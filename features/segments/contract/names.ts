import type { Condition, ConditionGroup } from './conditions.ts'

/** Names that conditions say: of tags in small letters, and of person fields. */
export type NamesIn = { tags: string[]; fields: string[] }

const folded = (tag: string) => tag.trim().toLowerCase()

const collect = (condition: Condition, names: NamesIn): NamesIn => {
  if (condition.type === 'group') for (const one of condition.conditions) collect(one, names)
  if (condition.type === 'tag') names.tags.push(folded(condition.value))
  if (condition.type === 'field') names.fields.push(condition.field)
  return names
}

/** The tags and person fields that conditions name; those of events and objects name none. */
export const namesIn = (condition: Condition): NamesIn => collect(condition, { tags: [], fields: [] })

const renamed = (condition: Condition, from: string, to: string): Condition => {
  if (condition.type === 'group') return withTagRenamed(condition, from, to)
  return condition.type === 'tag' && folded(condition.value) === from ? { ...condition, value: to } : condition
}

/** Conditions that say a tag's new name. Where two of a group then say the same of that tag, one goes. */
export const withTagRenamed = (group: ConditionGroup, from: string, to: string): ConditionGroup => {
  const said = new Set<string>()
  const conditions = group.conditions
    .map((one) => renamed(one, folded(from), to))
    .filter((one) => {
      if (one.type !== 'tag' || folded(one.value) !== folded(to)) return true
      const isNew = !said.has(one.condition)
      said.add(one.condition)
      return isNew
    })
  return { ...group, conditions }
}
