import type { GrowthDay } from '../../contract/index.ts'

/** What a plot reaches from and to: some room above and below, never below nothing. */
export const scaleOf = (values: readonly number[]): { most: number; least: number } => {
  const [high, low] = [Math.max(...values, 1), Math.min(...values)]
  const room = Math.max(1, Math.ceil((high - low) * 0.1))
  // A size that hardly moved lies in the middle, not at an edge.
  const isFlat = high - low < high * 0.02
  return { most: high + room, least: isFlat ? 0 : Math.max(0, low - room) }
}

type Plot = { width: number; height: number; most: number; least: number }

/** A line through values from the left edge to the right. */
export const lineOf = (values: readonly number[], { width, height, most, least }: Plot): string => {
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * width
    const y = height - ((value - least) / Math.max(1, most - least)) * height
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${points.join('L')}`
}

/** A day's bars: who entered goes up, who left goes down, in one measure. */
export type Bar = { x: number; width: number; up: number; down: number; isRebuilt: boolean }

/** The bars of days; the tallest fills half of the height. */
export const barsOf = (days: readonly GrowthDay[], { width, height }: { width: number; height: number }): Bar[] => {
  const most = Math.max(1, ...days.map(({ entered, left }) => Math.max(entered, left)))
  const each = width / Math.max(1, days.length)
  const tall = (value: number) => (value > 0 ? Math.max(1, (value / most) * (height / 2)) : 0)
  return days.map(({ entered, left, isRebuilt }, index) => ({
    x: index * each + each * 0.15,
    width: each * 0.7,
    up: tall(entered),
    down: tall(left),
    isRebuilt,
  }))
}
