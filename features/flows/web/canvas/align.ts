import type { FlowDocument } from './document.ts'

/** How chosen steps are put in line. */
export type Side = 'left' | 'center' | 'right' | 'top' | 'bottom' | 'across' | 'down'

const grid = (value: number) => Math.round(value / 4) * 4

const spread = (values: readonly number[]): number[] => {
  const order = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
  const [first, last] = [values[order[0] ?? 0] ?? 0, values[order.at(-1) ?? 0] ?? 0]
  const gap = (last - first) / Math.max(1, values.length - 1)
  const places = [...values]
  for (const [rank, index] of order.entries()) places[index] = grid(first + gap * rank)
  return places
}

/** New places of the chosen steps, which are all of one width: aligned at a side, or with the same distance between them. */
export const align = (
  { steps }: FlowDocument,
  keys: ReadonlySet<string>,
  side: Side,
): Record<string, { x: number; y: number }> => {
  const chosen = [...keys].flatMap((key) => steps[key] ?? [])
  if (chosen.length < 2) return {}
  const [xs, ys] = [chosen.map(({ x }) => x), chosen.map(({ y }) => y)]
  const all = (values: number[], value: number) => values.map(() => grid(value))
  const byX = {
    left: () => all(xs, Math.min(...xs)),
    center: () => all(xs, (Math.min(...xs) + Math.max(...xs)) / 2),
    right: () => all(xs, Math.max(...xs)),
    across: () => spread(xs),
  }
  const byY = {
    top: () => all(ys, Math.min(...ys)),
    bottom: () => all(ys, Math.max(...ys)),
    down: () => spread(ys),
  }
  const newXs = side in byX ? byX[side as keyof typeof byX]() : xs
  const newYs = side in byY ? byY[side as keyof typeof byY]() : ys
  return Object.fromEntries(chosen.map(({ key }, index) => [key, { x: newXs[index] ?? 0, y: newYs[index] ?? 0 }]))
}
