import type { StepType } from './stepType.ts'

/** What flows of people take: `objectType`. */
export const OF_PEOPLE = 'person'

/** Whether a step can stand in flows of people, or of objects. */
export const fitsFlow = ({ subjects }: Pick<StepType, 'subjects'>, objectType: string): boolean =>
  subjects === 'any' || (subjects === 'people') === (objectType === OF_PEOPLE)

/** What a new step of a flow starts with. */
export const startOf = ({ startWith, startFor }: StepType, objectType: string): Record<string, unknown> =>
  objectType === OF_PEOPLE || !startFor ? { ...startWith } : { ...startFor(objectType) }

/** Why a step cannot stand in a flow. */
export const misfit = (label: string, objectType: string): string =>
  objectType === OF_PEOPLE
    ? `“${label}” is a step for companies and other objects. This flow takes people: leave it out.`
    : `“${label}” is a step for people. This flow takes objects (${objectType}): leave it out.`
