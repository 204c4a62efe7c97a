import type { Condition, Conditions, EventCondition, EventGroup } from '../../contract/index.ts'

let marks = 0

/** A mark by which a condition is known while it is edited. */
export const newMark = (): string => {
  marks++
  return `c${Date.now().toString(36)}${marks.toString(36)}`
}

const markGroup = (group: EventGroup): EventGroup => ({
  ...group,
  uuid: newMark(),
  conditions: group.conditions.map((one) => (one.type === 'group' ? markGroup(one) : { ...one, uuid: newMark() })),
})

/** A copy with marks of its own, inside too. */
export const remark = <C extends Condition>(condition: C): C => {
  if (condition.type === 'group') {
    return { ...condition, uuid: newMark(), conditions: condition.conditions.map((one) => remark(one)) }
  }
  if (condition.type !== 'event') return { ...condition, uuid: newMark() }
  const { propertiesConditions: properties } = condition
  return { ...condition, uuid: newMark(), ...(properties && { propertiesConditions: markGroup(properties) }) }
}

/** The tree with a mark on every condition; those that have one keep it. */
export const withMarks = (conditions: Conditions): Conditions => {
  const visit = <C extends Condition>(condition: C): C => {
    if (condition.type === 'group') {
      return {
        ...condition,
        uuid: condition.uuid ?? newMark(),
        conditions: condition.conditions.map((one) => visit(one)),
      }
    }
    return { ...condition, uuid: condition.uuid ?? newMark() }
  }
  return visit(conditions)
}

/** The group with one of its conditions replaced; without it where `next` is undefined. */
export const replaceAt = (group: Conditions, index: number, next: Condition | undefined): Conditions => ({
  ...group,
  conditions: next ? group.conditions.with(index, next) : group.conditions.toSpliced(index, 1),
})

/** The group with a copy of a condition after it. */
export const duplicateAt = (group: Conditions, index: number): Conditions => {
  const condition = group.conditions[index]
  return condition ? { ...group, conditions: group.conditions.toSpliced(index + 1, 0, remark(condition)) } : group
}

/** The group with a condition moved by so many places; the same group where that leads out of it. */
export const moveBy = (group: Conditions, index: number, by: number): Conditions => {
  const to = index + by
  const condition = group.conditions[index]
  if (!condition || to < 0 || to >= group.conditions.length) return group
  return { ...group, conditions: group.conditions.toSpliced(index, 1).toSpliced(to, 0, condition) }
}

/** The group with a further condition. */
export const append = (group: Conditions, condition: Condition): Conditions => ({
  ...group,
  conditions: [...group.conditions, condition],
})

/** The conditions without those at the given places: what can be asked while some are not filled in yet. */
export const withoutPaths = (conditions: Conditions, paths: readonly (string | number)[][]): Conditions => {
  const gone = new Set(paths.map((path) => path.join('.')))
  const isGone = (path: string) => [...gone].some((one) => one === path || one.startsWith(`${path}.`))
  const withoutProperties = (one: EventCondition, path: string): EventCondition => {
    const { propertiesConditions: properties } = one
    if (!properties) return one
    const conditions = properties.conditions.filter(
      (_, index) => !isGone(`${path}.propertiesConditions.conditions.${index}`),
    )
    return { ...one, propertiesConditions: conditions.length ? { ...properties, conditions } : null }
  }
  const isGoneBesides = (path: string) =>
    [...gone].some(
      (one) => one === path || (one.startsWith(`${path}.`) && !one.startsWith(`${path}.propertiesConditions.`)),
    )
  const visit = (group: Conditions, path: string): Conditions => ({
    ...group,
    conditions: group.conditions.flatMap((one, index): Condition[] => {
      const here = `${path}conditions.${index}`
      if (one.type === 'group') {
        if (gone.has(here)) return []
        const inner = visit(one, `${here}.`)
        return inner.conditions.length || !one.conditions.length ? [inner] : []
      }
      if (one.type === 'event') return isGoneBesides(here) ? [] : [withoutProperties(one, here)]
      return isGone(here) ? [] : [one]
    }),
  })
  return visit(conditions, '')
}
