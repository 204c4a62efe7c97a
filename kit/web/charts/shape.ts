/** A point of a drawing, in pixels. */
export type Spot = readonly [x: number, y: number]

const STEPS = [1, 2, 2.5, 5, 10]

/** Where the lines of a scale from 0 stand: whole numbers, few and round, the last one at or above the highest value. */
export const ticksTo = (most: number, lines = 4): number[] => {
  if (!(most > 0)) return [0, 1]
  const rough = most / lines
  const power = 10 ** Math.floor(Math.log10(rough))
  const fitting = STEPS.map((step) => step * power).find((step) => step >= rough && (step >= 1 || most < 1)) ?? 1
  const step = Math.max(1, fitting)
  return Array.from({ length: Math.max(2, Math.ceil(most / step) + 1) }, (_, index) => index * step)
}

const round = (value: number) => Math.round(value * 10) / 10

/** How steep a smooth line is at each spot, so that it never swings past the values it goes through. */
const slopesOf = (spots: readonly Spot[]): number[] => {
  const rises = spots.slice(1).map(([x, y], index) => {
    const [left, low] = spots[index]!
    return x === left ? 0 : (y - low) / (x - left)
  })
  return spots.map((_, index) => {
    const [before, after] = [rises[index - 1], rises[index]]
    if (before === undefined || after === undefined) return before ?? after ?? 0
    if (before * after <= 0) return 0
    return (2 * before * after) / (before + after)
  })
}

/** A smooth line through spots from left to right, as the `d` of a path. */
export const smoothLine = (spots: readonly Spot[]): string => {
  const [first, ...rest] = spots
  if (!first) return ''
  const slopes = slopesOf(spots)
  const curves = rest.map(([x, y], index) => {
    const [left, low] = spots[index]!
    const third = (x - left) / 3
    const ends = [low + slopes[index]! * third, y - slopes[index + 1]! * third]
    return `C${round(left + third)} ${round(ends[0]!)} ${round(x - third)} ${round(ends[1]!)} ${round(x)} ${round(y)}`
  })
  return `M${round(first[0])} ${round(first[1])}${curves.join('')}`
}

/** What lies between a line and the ground. */
export const areaUnder = (spots: readonly Spot[], ground: number): string => {
  const [first, last] = [spots[0], spots.at(-1)]
  return first && last ? `${smoothLine(spots)}L${round(last[0])} ${ground}L${round(first[0])} ${ground}Z` : ''
}

/** Every so many labels are written, so that they stand apart; the first one always. */
export const labelsShown = (count: number, width: number, room: number): number =>
  Math.max(1, Math.ceil((count * room) / Math.max(1, width)))
