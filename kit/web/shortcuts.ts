import { useEffect, useRef, useSyncExternalStore } from 'react'

/** A shortcut as it is listed under `?`. */
export type Shortcut = { keys: string; label: string; group: string }

/** What is listed without a deed is listened to elsewhere. */
type Live = Shortcut & { run?: () => void }

let live: readonly Live[] = []
const listeners = new Set<() => void>()

const change = (next: readonly Live[]) => {
  live = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type))

type Press = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>

/** The name of a key press: `mod k`, `shift Enter`, `?`, `g`. */
export const nameOfPress = ({ key, metaKey, ctrlKey, altKey, shiftKey }: Press): string => {
  const isSign = key.length === 1
  const parts = [metaKey || ctrlKey ? 'mod' : '', altKey ? 'alt' : '', shiftKey && !isSign ? 'shift' : '']
  return [...parts, isSign ? key.toLowerCase() : key].filter(Boolean).join(' ')
}

const WAIT = 900
let first = ''
let firstAt = 0

const find = (event: KeyboardEvent) => {
  const name = nameOfPress(event)
  const pair = event.timeStamp - firstAt < WAIT && first ? `${first} then ${name}` : ''
  first = name
  firstAt = event.timeStamp
  // The one that was declared last stands nearest to the eye.
  const called = (keys: string) => live.findLast((one) => one.run && one.keys === keys)
  return (pair && called(pair)) || called(name)
}

const onKey = (event: KeyboardEvent) => {
  if (event.defaultPrevented || event.repeat) return
  if (isTyping(event.target) && !(event.metaKey || event.ctrlKey)) return
  const found = find(event)
  if (!found || (document.querySelector('[aria-modal="true"]') && !found.keys.startsWith('mod'))) return
  event.preventDefault()
  found.run?.()
}

/**
 * Runs `run` on a shortcut while the part is shown, and lists it under `?`. Keys as `mod k`, `?`, `n`, or one after the other
 * as `g then f`. Signs without `mod` rest while somebody types or a dialog is open.
 */
export const useShortcut = (keys: string, label: string, run: () => void, group = 'This page', isOn = true): void => {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (!isOn) return
    const mine: Live = { keys, label, group, run: () => latest.current() }
    if (live.length === 0) document.addEventListener('keydown', onKey)
    change([...live, mine])
    return () => {
      change(live.filter((one) => one !== mine))
      if (live.length === 0) document.removeEventListener('keydown', onKey)
    }
  }, [keys, label, group, isOn])
}

/** Lists shortcuts under `?` that a part of the page listens to by itself, while it is shown. `shortcuts` stays the same object. */
export const useListedShortcuts = (shortcuts: readonly Shortcut[]): void => {
  useEffect(() => {
    change([...live, ...shortcuts])
    return () => change(live.filter((one) => !shortcuts.includes(one)))
  }, [shortcuts])
}

/** The shortcuts that work right now. */
export const useShortcuts = (): readonly Shortcut[] =>
  useSyncExternalStore(
    subscribe,
    () => live,
    () => live,
  )
