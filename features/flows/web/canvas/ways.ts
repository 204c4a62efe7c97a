import type { FlowDocument, LinkPart } from './document.ts'

/** How wide steps are drawn. */
export const STEP_WIDTH = 264

/** How many exits have their names beside each other; more stand in two rows. */
const IN_ONE_ROW = 3

/** The exits of a step as they are drawn: the plain one is `''`; after them what links name but the step does not have. */
export const waysOf = (exits: readonly string[], named: readonly string[]): { ways: string[]; lost: number } => {
  const own = exits.length ? exits : ['']
  const lost = [...new Set(named)].filter((name) => name !== '' && !own.includes(name))
  return { ways: [...own, ...lost], lost: lost.length }
}

/** Where an exit's handle stands under its step: a share of the step's width. */
export const shareOf = (index: number, count: number): number => (index + 0.5) / count

/** How an exit's name stands: in which row, and how much of the step's width it may take. */
export const nameOf = (index: number, count: number): { isLower: boolean; share: number } =>
  count > IN_ONE_ROW ? { isLower: index % 2 === 1, share: 2 / count } : { isLower: false, share: 1 / count }

/** How far below its step a link may bend first: below the names of the exits. */
const FIRST = 46
const ROW = 22
const NEXT = 14
const ABOVE_TARGET = 18

/** How high a step must stand above what follows, so that all links have room to bend. */
export const roomFor = (count: number): number =>
  count > 1 ? 20 + NEXT * Math.ceil(count / 2) + (count > IN_ONE_ROW ? ROW : 0) : 0

/**
 * Which turn each link out of a step with several exits takes: those that go left bend the earlier the further left they
 * leave, those that go right the earlier the further right, so that no two cross or lie on each other.
 */
export const lanesOf = (
  { steps }: FlowDocument,
  links: readonly LinkPart[],
  ways: readonly string[],
): Map<string, number> => {
  const lanes = new Map<string, number>()
  if (ways.length < 2) return lanes
  const placed = links.flatMap((link) => {
    const [source, target] = [steps[link.source], steps[link.target]]
    if (!source || !target) return []
    const from = source.x + STEP_WIDTH * shareOf(Math.max(0, ways.indexOf(link.condition ?? '')), ways.length)
    return [{ key: link.key, from, by: target.x + STEP_WIDTH / 2 - from }]
  })
  const left = placed.filter(({ by }) => by < 0).sort((a, b) => a.from - b.from || a.by - b.by)
  const right = placed.filter(({ by }) => by >= 0).sort((a, b) => b.from - a.from || b.by - a.by)
  // Where some that go right leave further left than some that go left, their ways cross, but never at the same height.
  const isMixed = left.some(({ from }) => right.some((other) => other.from < from))
  for (const [lane, { key }] of left.entries()) lanes.set(key, lane)
  for (const [lane, { key }] of right.entries()) lanes.set(key, lane + (isMixed ? left.length : 0))
  return lanes
}

/** A link's turn among those of its step, and how many exits there are. */
export type LinkTurn = { lane?: number | undefined; count?: number | undefined }

/** The height at which a link bends that leaves by one of several exits; undefined where it may bend in its middle. */
export const bendOf = ({ lane, count = 1 }: LinkTurn, sourceY: number, targetY: number): number | undefined => {
  const first = FIRST + (count > IN_ONE_ROW ? ROW : 0)
  if (lane === undefined || targetY - sourceY < first + ABOVE_TARGET) return undefined
  return Math.min(sourceY + first + lane * NEXT, targetY - ABOVE_TARGET)
}
