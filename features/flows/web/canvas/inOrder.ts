import type { FlowDocument, StepPart } from './document.ts'

/** Steps as people come to them: each behind one that leads to it, triggers first, those from left to right. */
export const inOrder = ({ steps, links }: FlowDocument): StepPart[] => {
  const byPlace = (a: StepPart, b: StepPart) => a.x - b.x || a.y - b.y
  const targets = new Map<string, StepPart[]>()
  for (const { source, target } of Object.values(links)) {
    const step = steps[target]
    if (step) targets.set(source, [...(targets.get(source) ?? []), step])
  }
  const found = new Map<string, StepPart>()
  const walk = (from: StepPart[]) => {
    const next = from.toReversed()
    for (let step = next.pop(); step; step = next.pop()) {
      if (found.has(step.key)) continue
      found.set(step.key, step)
      next.push(...(targets.get(step.key) ?? []).sort(byPlace).toReversed())
    }
  }
  const all = Object.values(steps)
  walk(all.filter(({ type }) => type === 'trigger').sort(byPlace))
  walk(all.sort((a, b) => a.y - b.y || a.x - b.x))
  return [...found.values()]
}
