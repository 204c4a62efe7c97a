import type { FlowDocument } from './document.ts'

const PART = '.react-flow__node, .react-flow__edge'

const elementOf = (key: string) => {
  const name = CSS.escape(key)
  return document.querySelector<HTMLElement>(
    `.react-flow__node[data-id="${name}"], .react-flow__edge[data-id="${name}"]`,
  )
}

/** The key of the step, note or link that a press of a key is about: it has the focus itself, not something in it. */
export const partOf = (target: EventTarget | null): string | undefined =>
  target instanceof Element && target.matches(PART) ? (target.getAttribute('data-id') ?? undefined) : undefined

/** The key of the part that has the focus. */
export const focusedPart = (): string | undefined => partOf(document.activeElement)

/** Gives a part the focus; false while it cannot take it, because it is not drawn or not measured yet. */
export const focusPart = (key: string): boolean => {
  const element = elementOf(key)
  element?.focus({ preventScroll: true })
  return element !== null && element === document.activeElement
}

/** Where nothing is left on the canvas, its first tool has the focus. */
export const focusTools = (): void =>
  document.querySelector<HTMLElement>('[role=toolbar] button:not(:disabled)')?.focus({ preventScroll: true })

/** Takes the focus from a part that the pointer was not put on: what is pressed next is not about it any more. */
export const leavePart = ({ target }: Event): void => {
  const { activeElement } = document
  const isElsewhere = target instanceof Element && !target.closest(PART)
  if (isElsewhere && activeElement instanceof HTMLElement && partOf(activeElement)) activeElement.blur()
}

/** Where one stands once some parts are gone: at the step before them, else at the one after them, else at any that is left. */
export const besideOf = ({ steps, links }: FlowDocument, gone: ReadonlySet<string>): string | undefined => {
  const isLeft = (key: string) => !gone.has(key) && key in steps
  const all = Object.values(links)
  const before = all.find(({ key, source, target }) => (gone.has(target) || gone.has(key)) && isLeft(source))
  const after = all.find(({ source, target }) => gone.has(source) && isLeft(target))
  return before?.source ?? after?.target ?? Object.keys(steps).find(isLeft)
}
