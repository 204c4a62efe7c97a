const DIALOG = '[role=dialog]'
/** What closes as soon as something of it is chosen is not gone back to, but what opened it. */
const PASSING = '[role=menu],[role=listbox]'
const MOST = 8
const PLACES = ':scope > [data-portal]'
const BELOW = { childList: true, subtree: true }

const dialogsIn = (nodes: NodeList): Element[] =>
  [...nodes].flatMap((node) =>
    node instanceof Element ? [node, ...node.querySelectorAll(DIALOG)].filter((one) => one.matches(DIALOG)) : [],
  )

/** What is behind one of these is not gone to while it stands. */
const MODAL = '[role=dialog][aria-modal=true]'
const PAGE = 'main'

/** Tries one after the other: what is switched off or hidden does not take the focus. */
const focusFirst = (places: readonly (HTMLElement | null | undefined)[]) => {
  for (const place of places) {
    place?.focus({ preventScroll: true })
    if (place && document.activeElement === place) return
  }
}

/** Where the focus goes when a dialog is gone: to the latest of those that had it before, else into the dialog below, else to the page. */
const leave = (before: readonly HTMLElement[]) => {
  const open = [...document.querySelectorAll<HTMLElement>(MODAL)].filter((one) => one.checkVisibility())
  const isReached = (one: HTMLElement) =>
    one.isConnected && (!open.length || open.some((dialog) => dialog.contains(one)))
  focusFirst([...before.filter(isReached).reverse(), ...open.reverse(), document.querySelector<HTMLElement>(PAGE)])
}

/**
 * A dialog that goes away together with what drew it leaves the focus nowhere: it goes back to what had it when the dialog came,
 * inside another dialog too, or to what had it before that where that is gone. Where nothing had it, as when the address opened
 * the dialog, it goes into the dialog below, or to the page. What floats hangs in places of its own below the body, so that
 * nothing else is watched. Answers how to end it.
 */
export const returnFocus = (): (() => void) => {
  const trail: HTMLElement[] = []
  const before = new WeakMap<Element, HTMLElement[]>()
  const follow = ({ target }: Pick<FocusEvent, 'target'>) => {
    if (!(target instanceof HTMLElement) || target === document.body || target.closest(PASSING)) return
    trail.push(target)
    trail.splice(0, trail.length - MOST)
  }
  const watch = new MutationObserver((changes) => {
    for (const { target, addedNodes, removedNodes } of changes) {
      if (target === document.body) for (const place of addedNodes) watch.observe(place, BELOW)
      for (const dialog of dialogsIn(addedNodes))
        before.set(
          dialog,
          trail.filter((one) => !dialog.contains(one)),
        )
      const [gone] = dialogsIn(removedNodes)
      if (gone && document.activeElement === document.body) leave(before.get(gone) ?? [])
    }
  })
  follow({ target: document.activeElement })
  document.addEventListener('focusin', follow)
  watch.observe(document.body, { childList: true })
  for (const place of document.body.querySelectorAll(PLACES)) watch.observe(place, BELOW)
  return () => {
    document.removeEventListener('focusin', follow)
    watch.disconnect()
  }
}
