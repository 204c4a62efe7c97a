import type { FlowDocument } from './document.ts'

/** What copied steps are called in the clipboard, so that they are told from any other text. */
export const MARK = 'millrace/steps'

/** Steps, links among them and notes, the account where what they name is, and what their flow takes. */
export type Picked = { account: number; flow: number; objectType: string; document: FlowDocument }

/** Chosen parts with the links among them as text, for this flow, another one, or another account. */
export const writeParts = (
  document: FlowDocument,
  keys: ReadonlySet<string>,
  from: Omit<Picked, 'document'>,
): string => {
  const chosen = <T extends { key: string }>(parts: Record<string, T>) =>
    Object.values(parts).filter(({ key }) => keys.has(key))
  const links = Object.values(document.links).filter(({ source, target }) => keys.has(source) && keys.has(target))
  return JSON.stringify({ [MARK]: 1, ...from, steps: chosen(document.steps), notes: chosen(document.notes), links })
}
