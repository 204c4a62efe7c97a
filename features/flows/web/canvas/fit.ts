import type { Diff, Edit, FlowDocument, Kind, LinkPart, NotePart, StepPart } from './document.ts'
import { sameValue } from './sameValue.ts'

type Part = StepPart | LinkPart | NotePart
type Fitted = { edit: Edit<Part> } | undefined

/** What of a part is changed by itself; two people may change different ones of the same part. */
const ASPECTS: Record<Kind, readonly (readonly string[])[]> = {
  steps: [['values'], ['title'], ['x', 'y']],
  links: [['condition']],
  notes: [['text'], ['fontSize'], ['x', 'y', 'width', 'height']],
}
/** What must be as it was where a part is taken away; it may have been moved. */
const BODY: Record<Kind, readonly string[]> = {
  steps: ['values', 'title'],
  links: ['condition', 'source', 'target'],
  notes: ['text'],
}

const pick = (part: Part, names: readonly string[]) => {
  const of = part as unknown as Record<string, unknown>
  return names.map((name) => of[name] ?? null)
}
const alike = (a: Part, b: Part, names: readonly string[]) => sameValue(pick(a, names), pick(b, names))

const fitChange = (kind: Kind, present: Part, before: Part, after: Part): Fitted => {
  let next: Part = present
  for (const names of ASPECTS[kind]) {
    if (alike(before, after, names)) continue
    if (!alike(present, before, names)) return undefined
    const values = after as unknown as Record<string, unknown>
    next = { ...next, ...Object.fromEntries(names.map((name) => [name, values[name]])) }
  }
  return { edit: { before: present, after: next } }
}

const fitOne = (kind: Kind, present: Part | undefined, { before, after }: Edit<Part>): Fitted => {
  if (before === null) return present || after === null ? undefined : { edit: { before, after } }
  if (!present) return undefined
  if (after !== null) return fitChange(kind, present, before, after)
  return alike(present, before, BODY[kind]) ? { edit: { before: present, after } } : undefined
}

/** Links that would hang in the air go too; one that has lost an end cannot come back. */
const withLinks = (document: FlowDocument, diff: Diff): Diff | undefined => {
  const links: NonNullable<Diff['links']> = { ...diff.links }
  const stands = (key: string) => {
    const edit = diff.steps?.[key]
    return edit ? edit.after !== null : key in document.steps
  }
  for (const link of Object.values(document.links))
    if (!(link.key in links) && !(stands(link.source) && stands(link.target)))
      links[link.key] = { before: link, after: null }
  for (const { before, after } of Object.values(links)) {
    if (!after || before) continue
    if (!stands(after.source) || !stands(after.target)) return undefined
    const isThere = Object.values(document.links).some(
      (link) => !links[link.key] && alike(link, after, ['source', 'target', 'condition']),
    )
    if (isThere) return undefined
  }
  return { ...diff, links }
}

/** The gesture as it can be done to the document as it is now; undefined where what it would change has changed since. */
export const fit = (document: FlowDocument, diff: Diff): Diff | undefined => {
  const fitted: Record<Kind, Record<string, Edit<Part>>> = { steps: {}, links: {}, notes: {} }
  for (const kind of ['steps', 'links', 'notes'] as const) {
    for (const [key, edit] of Object.entries(diff[kind] ?? {})) {
      const one = fitOne(kind, document[kind][key], edit as Edit<Part>)
      if (!one) return undefined
      fitted[kind][key] = one.edit
    }
  }
  return withLinks(document, fitted as Diff)
}
