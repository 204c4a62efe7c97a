import { type DrawnStep, fieldIs } from './drawn.ts'
import type { FlowWorld } from './flowWorld.ts'
import type { Happening } from './naiveFlow.ts'
import type { RandomFlow } from './randomFlow.ts'
import { drawnStep, type RandomStep, type TagSegments, type Wanted } from './randomSteps.ts'

const PEOPLE_ONLY = new Set<RandomStep['kind']>(['send', 'page', 'opened', 'archive'])

const asCompanyWants = (wanted: Wanted): Wanted => ('event' in wanted ? { plan: 'free' } : wanted)

const asCompanyStep = (step: RandomStep): RandomStep => {
  if (PEOPLE_ONLY.has(step.kind)) return { kind: 'goal' }
  if (step.kind === 'trigger') return { kind: 'trigger', event: step.event }
  if (step.kind === 'wait-for') return { ...step, wanted: asCompanyWants(step.wanted) }
  if (step.kind === 'goal' && step.wanted) return { ...step, wanted: asCompanyWants(step.wanted) }
  return step
}

/** The same flow for companies: steps for people alone become goals. */
export const ofCompanies = (flow: RandomFlow): RandomFlow => ({
  ...flow,
  steps: flow.steps.map(asCompanyStep),
  links: flow.links.filter(({ source, exit }) => {
    const before = flow.steps[source]
    return !exit || (before && !PEOPLE_ONLY.has(before.kind))
  }),
})

const wantedOf = (wanted: Wanted) => {
  if ('plan' in wanted) return fieldIs('plan', wanted.plan)
  return fieldIs('tag' in wanted ? wanted.tag : 'plan', 'yes')
}

/** A step as a member would draw it in a flow of companies: events and tags are fields. */
export const companyStep = (step: RandomStep, segments: TagSegments, start: number): DrawnStep => {
  switch (step.kind) {
    case 'trigger':
      return ['/field-changed', { field: `signal${step.event}` }]
    case 'has-tag':
      return ['/condition', { conditions: fieldIs(step.tag, 'yes') }]
    case 'tag':
      return ['/change-field', { field: step.tag, value: step.isAdded ? 'yes' : '' }]
    case 'score':
      return [
        '/change-numeric-field',
        { field: 'leadScore', by: step.by === 'points' ? 'add' : step.by, value: String(step.value) },
      ]
    case 'goal':
    case 'wait-for': {
      const [operationKey, values] = drawnStep(step, segments, start)
      return [operationKey, { ...values, ...(step.wanted && { conditions: wantedOf(step.wanted) }) }]
    }
    default:
      return drawnStep(step, segments, start)
  }
}

let signals = 0

/** A company that carries every field of the model once, so that they are there. */
export const withFields = (world: FlowWorld, start: number): Promise<number> =>
  world.object({
    ...{ signalA: 0, signalB: 0, plan: 'none', red: 'no', blue: 'no', leadScore: 1 },
    // Long gone, so that no trigger lets it in.
    when: new Date(start - 400 * 86_400_000).toISOString(),
  })

/** What happens to a company, as changes of its fields. */
export const bringToCompany = async (
  world: FlowWorld,
  subject: number,
  { event, plan, tag, when }: Happening,
  start: number,
): Promise<void> => {
  const change = (fields: Record<string, unknown>) => world.changeObject(-subject, fields)
  if (event) await change({ [`signal${event}`]: ++signals })
  if (plan) await change({ plan })
  if (when !== undefined) await change({ when: new Date(start + when * 60_000).toISOString() })
  if (tag) await change({ [tag[0]]: tag[1] ? 'yes' : null })
}
