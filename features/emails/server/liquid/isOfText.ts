import { LiquidError } from 'liquidjs'
import { isOverLimit } from './limitedLiquid.ts'

/** True where an error is about what its author wrote, not about us. */
export const isOfText = (error: unknown): boolean => error instanceof LiquidError || isOverLimit(error)
