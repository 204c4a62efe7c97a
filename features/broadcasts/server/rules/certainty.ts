/** How a variant did: so many of those who got it did what counts. */
export type Tried = { people: number; met: number }

const DRAWS = 10_000
const SEED = 0x9e3779b9

/** Uniform numbers that are the same each time. */
const dice = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const normalFrom = (roll: () => number) => {
  const radius = Math.sqrt(-2 * Math.log(1 - roll()))
  return radius * Math.cos(2 * Math.PI * roll())
}

/** A draw from a gamma distribution whose shape is at least 1 (Marsaglia and Tsang). */
const gammaFrom = (shape: number, roll: () => number): number => {
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = normalFrom(roll)
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(1 - roll()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
}

/** How likely each variant is the best of all, 0 to 1, by what was seen of them: all of them are equally likely where nothing was. */
export const chances = (tried: readonly Tried[]): number[] => {
  const roll = dice(SEED)
  const wins = tried.map(() => 0)
  for (let draw = 0; draw < DRAWS; draw++) {
    let best = 0
    let highest = -1
    for (const [index, { people, met }] of tried.entries()) {
      const hits = gammaFrom(1 + met, roll)
      const rate = hits / (hits + gammaFrom(1 + Math.max(people - met, 0), roll))
      if (rate > highest) {
        highest = rate
        best = index
      }
    }
    wins[best] = (wins[best] ?? 0) + 1
  }
  return wins.map((count) => count / DRAWS)
}

/** The variant with the highest rate; the first of those that did equally well. */
export const winnerOf = (tried: readonly Tried[]): number => {
  const rate = ({ people, met }: Tried) => (people ? met / people : 0)
  return tried.reduce((best, one, index) => (rate(one) > rate(tried[best]!) ? index : best), 0)
}
