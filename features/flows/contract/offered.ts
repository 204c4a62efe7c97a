import type { StepType } from './stepType.ts'

const parts = new Set<string>()

/** Says that a part of the product is there, so that the steps that need it are offered. */
export const offerSteps = (part: NonNullable<StepType['needs']>): void => {
  parts.add(part)
}

/** Whether a step is offered for new steps of flows. */
export const isOffered = ({ isHidden, needs }: Pick<StepType, 'isHidden' | 'needs'>): boolean =>
  !isHidden && (needs === undefined || parts.has(needs))
