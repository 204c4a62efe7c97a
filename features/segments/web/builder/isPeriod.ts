import type { ConditionValue, Period } from '../../contract/index.ts'

/** True for a period counted from now. */
export const isPeriod = (value: ConditionValue | null | undefined): value is Period =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
