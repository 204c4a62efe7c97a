import type { RefusalReason } from '../../contract/index.ts'

/** Kinds that are told apart; all further ones are counted together. */
const MOST_KINDS = 20
const OTHERS = 'Other reasons.'

/** A refusal without what is particular to its row. */
export const kindOf = (message: string): string =>
  message
    .replace(/^".*"/s, 'A value')
    .replace(/".*"/s, 'a value')
    .replace(/\bid \d+/, 'this id')

/** Counts further refusals by kind. */
export const countReasons = (
  known: readonly RefusalReason[],
  refusals: readonly { line: number; message: string }[],
): RefusalReason[] => {
  if (!refusals.length) return [...known]
  const kinds = new Map(known.map((reason) => [reason.reason, { ...reason }]))
  for (const { line, message } of refusals) {
    const kind = kindOf(message)
    const reason = kinds.has(kind) || kinds.size < MOST_KINDS ? kind : OTHERS
    const told = kinds.get(reason)
    if (told) told.count++
    else kinds.set(reason, { reason, count: 1, line })
  }
  return [...kinds.values()]
}
