/** A piece of a text: as it was in both, only before, or only after. */
export type Piece = { text: string; kind: 'same' | 'removed' | 'added' }

/** Longer texts are compared as a whole: a table of all their words would be too large. */
const MOST_WORDS = 1_500

const split = (text: string) => text.match(/\s+|[^\s]+/g) ?? []

const push = (pieces: Piece[], kind: Piece['kind'], text: string) => {
  const last = pieces.at(-1)
  if (last?.kind === kind) last.text += text
  else pieces.push({ kind, text })
}

/** Lengths of the longest common run of words from each pair of places on. */
const tableOf = (a: readonly string[], b: readonly string[]) => {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--) {
    const [row, below] = [table[i], table[i + 1]]
    if (!row || !below) continue
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return table
}

/** What changed from one text to another, word by word. */
export const changedWords = (before: string, after: string): Piece[] => {
  if (before === after) return before ? [{ kind: 'same', text: before }] : []
  const [a, b] = [split(before), split(after)]
  const pieces: Piece[] = []
  if (a.length > MOST_WORDS || b.length > MOST_WORDS) {
    if (before) push(pieces, 'removed', before)
    if (after) push(pieces, 'added', after)
    return pieces
  }
  const table = tableOf(a, b)
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [old = '', next = ''] = [a[i], b[j]]
    if (i < a.length && j < b.length && old === next) {
      push(pieces, 'same', old)
      i++
      j++
    } else if (j >= b.length || (i < a.length && (table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0))) {
      push(pieces, 'removed', old)
      i++
    } else {
      push(pieces, 'added', next)
      j++
    }
  }
  return pieces
}
