const FLOATING = '[role=dialog],[role=menu]'

const holdsDialog = (node: Node): boolean =>
  node instanceof Element && (node.matches('[role=dialog]') || node.querySelector('[role=dialog]') !== null)

/**
 * A dialog that goes away together with what drew it leaves the focus nowhere: it goes back to what had it before. What floats
 * hangs in places of its own below the body, so that nothing else is watched.
 */
export const returnFocus = (): void => {
  let before: HTMLElement | undefined
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && !target.closest(FLOATING)) before = target
  })
  const watch = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (target === document.body) for (const place of addedNodes) watch.observe(place, { childList: true })
    if (document.activeElement !== document.body || !before?.isConnected) return
    if (changes.some(({ removedNodes }) => [...removedNodes].some(holdsDialog))) before.focus({ preventScroll: true })
  })
  watch.observe(document.body, { childList: true })
}
