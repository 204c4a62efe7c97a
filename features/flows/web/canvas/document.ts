/** A step as the canvas holds it; `key` stays the same for the session, the server's id may come later or change by undo. */
export type StepPart = {
  key: string
  type: 'trigger' | 'filter' | 'action'
  serviceId: string
  operationKey: string
  values: Record<string, unknown>
  /** A name that a member gave the step. */
  title?: string | null
  /** It began as a copy of another step. */
  isDuplicate?: boolean
  x: number
  y: number
}

/** A way from one step to the next; `condition` is the exit's name where the source has exits. */
export type LinkPart = { key: string; source: string; target: string; condition?: string; retrigger?: boolean }

/** A note or an annotation. */
export type NotePart = {
  key: string
  type: 'note' | 'annotation'
  text: string
  fontSize: number
  x: number
  y: number
  width: number
  height: number
}

/** Everything on the canvas, by key. */
export type FlowDocument = {
  steps: Record<string, StepPart>
  links: Record<string, LinkPart>
  notes: Record<string, NotePart>
}

type Parts = { steps: StepPart; links: LinkPart; notes: NotePart }
/** The kinds of parts. */
export type Kind = keyof Parts
/** Before and after of one part; null where it is not there. */
export type Edit<T> = { before: T | null; after: T | null }
/** One gesture: what it did to which parts. */
export type Diff = { [K in Kind]?: Record<string, Edit<Parts[K]>> }

/** The kinds in the order in which they are drawn. */
export const KINDS: readonly Kind[] = ['notes', 'steps', 'links']

/** A document without parts. */
export const EMPTY: FlowDocument = { steps: {}, links: {}, notes: {} }

const applyKind = <T>(parts: Record<string, T>, edits: Record<string, Edit<T>> | undefined): Record<string, T> => {
  if (!edits) return parts
  const next = { ...parts }
  for (const [key, { after }] of Object.entries(edits)) {
    if (after === null) delete next[key]
    else next[key] = after
  }
  return next
}

/** The document after a gesture. */
export const applyDiff = (document: FlowDocument, diff: Diff): FlowDocument => ({
  steps: applyKind(document.steps, diff.steps),
  links: applyKind(document.links, diff.links),
  notes: applyKind(document.notes, diff.notes),
})

const invertKind = <T>(edits: Record<string, Edit<T>> | undefined) =>
  edits &&
  Object.fromEntries(Object.entries(edits).map(([key, { before, after }]) => [key, { before: after, after: before }]))

/** The gesture that takes this one back. */
export const invert = (diff: Diff): Diff => ({
  ...(diff.steps && { steps: invertKind(diff.steps) }),
  ...(diff.links && { links: invertKind(diff.links) }),
  ...(diff.notes && { notes: invertKind(diff.notes) }),
})

/** Whether a gesture did nothing at all. */
export const isNothing = (diff: Diff): boolean => KINDS.every((kind) => !Object.keys(diff[kind] ?? {}).length)

/** Changes parts of one kind. */
export const change = <K extends Kind>(
  document: FlowDocument,
  kind: K,
  changes: Record<string, Partial<Parts[K]>>,
): Diff => {
  const edits: Record<string, Edit<Parts[K]>> = {}
  for (const [key, part] of Object.entries(changes)) {
    const before = document[kind][key] as Parts[K] | undefined
    if (before) edits[key] = { before, after: { ...before, ...part } }
  }
  return { [kind]: edits } as Diff
}

/** Adds parts. */
export const add = (parts: { steps?: StepPart[]; links?: LinkPart[]; notes?: NotePart[] }): Diff => ({
  ...(parts.steps && { steps: Object.fromEntries(parts.steps.map((after) => [after.key, { before: null, after }])) }),
  ...(parts.links && { links: Object.fromEntries(parts.links.map((after) => [after.key, { before: null, after }])) }),
  ...(parts.notes && { notes: Object.fromEntries(parts.notes.map((after) => [after.key, { before: null, after }])) }),
})

/** Removes parts by key; links of removed steps go with them. With `heal`, a step with one way in and one way out is bridged. */
export const remove = (document: FlowDocument, keys: ReadonlySet<string>, heal = false): Diff => {
  const steps = Object.values(document.steps).filter(({ key }) => keys.has(key))
  const gone = new Set(steps.map(({ key }) => key))
  const links = Object.values(document.links).filter(
    ({ key, source, target }) => keys.has(key) || gone.has(source) || gone.has(target),
  )
  const notes = Object.values(document.notes).filter(({ key }) => keys.has(key))
  const off = <T extends { key: string }>(parts: T[]) =>
    Object.fromEntries(parts.map((before) => [before.key, { before, after: null }]))
  const bridges = heal && gone.size === 1 ? bridge(links, steps[0]?.key ?? '') : []
  return {
    steps: off(steps),
    links: { ...off(links), ...Object.fromEntries(bridges.map((after) => [after.key, { before: null, after }])) },
    notes: off(notes),
  }
}

const bridge = (links: LinkPart[], key: string): LinkPart[] => {
  const ins = links.filter(({ target }) => target === key)
  const outs = links.filter(({ source }) => source === key)
  const [onlyIn, onlyOut] = [ins[0], outs[0]]
  if (ins.length !== 1 || outs.length !== 1 || !onlyIn || !onlyOut || onlyIn.source === onlyOut.target) return []
  return [
    {
      key: newKey(),
      source: onlyIn.source,
      target: onlyOut.target,
      ...(onlyIn.condition && { condition: onlyIn.condition }),
    },
  ]
}

let counter = 0
/** A key that no part has yet. */
export const newKey = (): string => `new-${Date.now().toString(36)}-${++counter}`

/** Copies parts with the links among them, moved by (`dx`, `dy`). */
export const duplicate = (document: FlowDocument, keys: ReadonlySet<string>, dx = 20, dy = 20): Diff => {
  const renamed = new Map<string, string>()
  const copyOf = <T extends { key: string; x: number; y: number }>(part: T): T => {
    const key = newKey()
    renamed.set(part.key, key)
    return { ...part, key, x: part.x + dx, y: part.y + dy }
  }
  const steps = Object.values(document.steps)
    .filter(({ key }) => keys.has(key))
    .map((step) => ({ ...copyOf(step), isDuplicate: true }))
  const notes = Object.values(document.notes)
    .filter(({ key }) => keys.has(key))
    .map(copyOf)
  const links = Object.values(document.links).flatMap((link) => {
    const [source, target] = [renamed.get(link.source), renamed.get(link.target)]
    return source && target
      ? [{ key: newKey(), source, target, ...(link.condition && { condition: link.condition }) }]
      : []
  })
  return add({ steps, links, notes })
}

/** Puts a step into a link: the link ends at it, and a new one goes on to where it led. */
export const insertInto = (document: FlowDocument, linkKey: string, step: StepPart, exit?: string): Diff => {
  const link = document.links[linkKey]
  if (!link) return add({ steps: [step] })
  const first: LinkPart = {
    key: newKey(),
    source: link.source,
    target: step.key,
    ...(link.condition && { condition: link.condition }),
  }
  const second: LinkPart = { key: newKey(), source: step.key, target: link.target, ...(exit && { condition: exit }) }
  return {
    ...add({ steps: [step] }),
    links: {
      [link.key]: { before: link, after: null },
      [first.key]: { before: null, after: first },
      [second.key]: { before: null, after: second },
    },
  }
}

/** Whether a link from `source` to `target` would close a circle or stands already. */
export const mayLink = (document: FlowDocument, source: string, target: string, condition?: string): boolean => {
  if (source === target || document.steps[target]?.type === 'trigger') return false
  return !Object.values(document.links).some(
    (link) => link.source === source && link.target === target && link.condition === condition,
  )
}
