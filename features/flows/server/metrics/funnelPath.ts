/** A step as the way through a flow sees it. */
export type PathStep = { id: number; type: 'trigger' | 'filter' | 'action'; isGoal: boolean; entered: number }
/** The way from one step to another. */
export type PathLink = { source: number; target: number; condition: string | null }

/** A step on the way, and the exit of the step before that leads to it where that one has several. */
export type OnPath = { id: number; exit: string | null }

type Reached = { width: number; length: number; by: PathLink | null }

const better = (a: Reached, b: Reached | undefined) =>
  !b || a.width > b.width || (a.width === b.width && a.length < b.length)

/** For each step the way from a trigger on which the emptiest step is as full as can be; of equal ones the shortest. */
const widestWays = (steps: ReadonlyMap<number, PathStep>, links: readonly PathLink[]): Map<number, Reached> => {
  const out = Map.groupBy(links, ({ source }) => source)
  const ways = new Map<number, Reached>()
  const open = new Map<number, Reached>()
  for (const { id, type, entered } of steps.values())
    if (type === 'trigger') open.set(id, { width: entered, length: 0, by: null })
  while (open.size) {
    let next: [number, Reached] | undefined
    for (const one of open) if (!next || better(one[1], next[1])) next = one
    const [id, way] = next!
    open.delete(id)
    ways.set(id, way)
    for (const by of out.get(id) ?? []) {
      const target = steps.get(by.target)
      if (!target || ways.has(by.target)) continue
      const found = { width: Math.min(way.width, target.entered), length: way.length + 1, by }
      if (better(found, open.get(by.target))) open.set(by.target, found)
    }
  }
  return ways
}

/** Where most people end up: the goal that most came to, else the last step of the way that most take. */
const endOf = (
  steps: ReadonlyMap<number, PathStep>,
  links: readonly PathLink[],
  ways: ReadonlyMap<number, Reached>,
) => {
  const reached = [...ways.keys()].flatMap((id) => steps.get(id) ?? [])
  const goals = reached.filter(({ isGoal }) => isGoal)
  const ends = reached.filter(({ id }) => !links.some(({ source, target }) => source === id && ways.has(target)))
  const among = goals.length ? goals : ends.length ? ends : reached
  const length = (id: number) => ways.get(id)?.length ?? 0
  return among.toSorted((a, b) => b.entered - a.entered || length(b.id) - length(a.id) || a.id - b.id)[0]?.id
}

/** The way through a flow that most people take, or that leads to a step; empty where nothing leads there. */
export const pathThrough = (all: readonly PathStep[], links: readonly PathLink[], to?: number): OnPath[] => {
  const steps = new Map(all.map((step) => [step.id, step]))
  const ways = widestWays(steps, links)
  const path: OnPath[] = []
  let id: number | undefined =
    to !== undefined && ways.has(to) ? to : to === undefined ? endOf(steps, links, ways) : undefined
  while (id !== undefined) {
    const by: PathLink | null = ways.get(id)?.by ?? null
    path.unshift({ id, exit: by?.condition ?? null })
    id = by?.source
  }
  return path
}
