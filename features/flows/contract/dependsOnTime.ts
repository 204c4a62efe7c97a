import { type Condition, takesPeriod } from '@millrace/segments/contract'

/** Fields that move without a change being told. */
const MOVING = new Set(['lastSeenAt', 'updatedAt'])

/** Whether somebody can come to meet conditions, or cease to, without anything being recorded about them: by time alone. */
export const dependsOnTime = (condition: Condition): boolean => {
  switch (condition.type) {
    case 'group':
      return condition.conditions.some(dependsOnTime)
    case 'field':
      return takesPeriod(condition.condition) || MOVING.has(condition.field)
    case 'event':
      return condition.recencyCondition !== null && condition.recencyCondition !== undefined
    // What changes about an associated object is told of the object.
    case 'association':
      return true
    default:
      return false
  }
}
