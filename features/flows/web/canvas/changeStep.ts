import { stepTypeOf } from '../../contract/index.ts'
import { change, type Diff, type FlowDocument, type StepPart } from './document.ts'

/** Changes a step; links go along with ways out that have another name now. */
export const changeStep = (document: FlowDocument, step: StepPart, changes: Partial<StepPart>): Diff => {
  const renamed = changes.values ? stepTypeOf(step)?.renamed(step.values, changes.values) : undefined
  const links = Object.values(document.links).flatMap(({ key, source, condition }) => {
    const name = source === step.key ? renamed?.get(condition ?? '') : undefined
    return name === undefined ? [] : [[key, { condition: name }] as const]
  })
  return {
    ...change(document, 'steps', { [step.key]: changes }),
    ...(links.length && change(document, 'links', Object.fromEntries(links))),
  }
}
