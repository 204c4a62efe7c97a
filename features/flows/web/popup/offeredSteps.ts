import { fitsFlow, isOffered, STEP_TYPES, type StepType, serviceNamed } from '../../contract/index.ts'

const RECENT = 'millrace-recent-steps'
const MOST = 3

/** What tells a step type from all others: services may call their operations alike. */
export const keyOf = ({ serviceId, operationKey }: Pick<StepType, 'serviceId' | 'operationKey'>): string =>
  `${serviceId} ${operationKey}`

/** The steps that were chosen last in this browser, by their keys. */
export const readRecent = (): string[] => JSON.parse(localStorage.getItem(RECENT) ?? '[]') as string[]

/** Notes that a step was chosen. */
export const keepRecent = (type: StepType): void => {
  const chosen = keyOf(type)
  localStorage.setItem(RECENT, JSON.stringify([chosen, ...readRecent().filter((key) => key !== chosen)].slice(0, MOST)))
}

/** Steps under a heading. */
export type OfferedSteps = { heading: string; types: StepType[] }

type Asked = { query: string; mayTrigger: boolean; objectType: string; recent: readonly string[] }

/** The steps that fit a flow and a search, by group; a service's name finds all its steps. Those chosen last come first. */
export const offeredSteps = (
  { query, mayTrigger, objectType, recent }: Asked,
  all: readonly StepType[] = STEP_TYPES,
): OfferedSteps[] => {
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const found = all.filter((type) => {
    if (!isOffered(type) || !fitsFlow(type, objectType) || (type.type === 'trigger' && !mayTrigger)) return false
    const { humanName } = serviceNamed(type.serviceIdForFiltering ?? type.serviceId)
    const text = `${type.label} ${type.description} ${type.group} ${humanName}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const groups = new Map<string, StepType[]>()
  const last = words.length ? [] : recent.flatMap((key) => found.find((type) => keyOf(type) === key) ?? [])
  if (last.length) groups.set('Recent', last)
  for (const type of found) groups.set(type.group, [...(groups.get(type.group) ?? []), type])
  return [...groups].map(([heading, types]) => ({ heading, types }))
}
