import { fitsFlow, type Holding, OF_PEOPLE, stepTypeOf, summaryOf } from '../../contract/index.ts'
import type { FlowDocument, StepPart } from '../canvas/document.ts'
import { asStep } from '../canvas/toNodes.ts'

/** What is about those who go through a flow, and means something else, or nothing, of others. */
const ABOUT_THEM: readonly Holding[] = ['conditions', 'segment', 'field', 'mapped-fields']
/** So many steps are named; of more it is said how many they are. */
const NAMED = 4

const titleOf = (step: StepPart) => `“${summaryOf(asStep(step)).title}”`

const listed = (steps: readonly StepPart[]) => {
  const names = [...new Set(steps.map(titleOf))]
  const [last = '', ...others] = names.toReversed()
  if (names.length > NAMED) return `${steps.length} steps`
  return others.length ? `${others.toReversed().join(', ')} and ${last}` : last
}

const withoutThem = (step: StepPart): StepPart => {
  const about = Object.entries(stepTypeOf(step)?.holds ?? {}).flatMap(([setting, holding]) =>
    ABOUT_THEM.includes(holding) && step.values[setting] !== undefined ? [setting] : [],
  )
  if (!about.length) return step
  return { ...step, values: Object.fromEntries(Object.entries(step.values).filter(([name]) => !about.includes(name))) }
}

/**
 * Parts of a flow of one kind as they can stand in a flow of another: steps that cannot stand there stay behind, and settings
 * about those who went through the first are left out, to be chosen anew. What is lost is said in sentences.
 */
export const fitKind = (
  document: FlowDocument,
  from: string,
  to: string,
): { document: FlowDocument; lost: string[] } => {
  const steps = Object.values(document.steps)
  const behind = steps.filter((step) => {
    const type = stepTypeOf(step)
    return type !== undefined && !fitsFlow(type, to)
  })
  const come = steps.filter((step) => !behind.includes(step))
  const said = from === to ? come : come.map(withoutThem)
  const emptied = come.filter((step, index) => said[index] !== step)
  const isOne = new Set(behind.map(titleOf)).size === 1
  const lost = [
    ...(behind.length
      ? [
          `${listed(behind)} ${isOne ? 'is' : 'are'} for ${to === OF_PEOPLE ? 'companies and other objects' : 'people'} alone, and stayed behind.`,
        ]
      : []),
    ...(emptied.length ? [`What ${listed(emptied)} asked or changed there is left out: choose it anew.`] : []),
  ]
  return { document: { ...document, steps: Object.fromEntries(said.map((step) => [step.key, step])) }, lost }
}
