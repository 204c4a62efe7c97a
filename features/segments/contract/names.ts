import type { Condition, ConditionGroup } from './conditions.ts'

/** The fields that conditions name of those whom they are asked of; not of what those did, nor of what is associated with them. */
export const fieldsIn = (condition: Condition): string[] => {
  if (condition.type === 'group') return condition.conditions.flatMap(fieldsIn)
  return condition.type === 'field' ? [condition.field] : []
}

const folded = (tag: string) => tag.trim().toLowerCase()

const renamed = (condition: Condition, from: string, to: string): Condition => {
  if (condition.type === 'group') return withTagRenamed(condition, from, to)
  if (condition.type === 'association' && condition.associationConditions)
    return { ...condition, associationConditions: withTagRenamed(condition.associationConditions, from, to) }
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
