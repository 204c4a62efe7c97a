import { type RefObject, useEffect, useRef } from 'react'
import type { Condition } from '../../contract/index.ts'

/**
 * Keeps the focus in a list of conditions: it goes into one that was added here, and where the one that had it is gone, into
 * the next, else to what adds one. The list's items are marked `data-condition`.
 */
export const useListFocus = (conditions: readonly Condition[]): RefObject<HTMLDivElement | null> => {
  const list = useRef<HTMLDivElement>(null)
  const before = useRef(conditions.map(({ uuid }) => uuid))
  useEffect(() => {
    const [was, is] = [before.current, conditions.map(({ uuid }) => uuid)]
    before.current = is
    const active = document.activeElement
    const isNowhere = active === document.body
    const isHere = isNowhere || list.current?.contains(active) || active?.closest('[role=menu]')
    const enter = (index: number) => {
      const items = list.current?.querySelectorAll(':scope > [data-condition]')
      const target =
        items?.[index]?.querySelector(':scope fieldset button, :scope section button') ??
        list.current?.querySelector('button')
      if (target instanceof HTMLElement) target.focus()
    }
    const added = is.findIndex((uuid) => !was.includes(uuid))
    if (is.length === was.length + 1 && added >= 0 && isHere) enter(added)
    else if (is.length === was.length - 1 && isNowhere)
      enter(
        Math.min(
          Math.max(
            0,
            was.findIndex((uuid) => !is.includes(uuid)),
          ),
          is.length - 1,
        ),
      )
  }, [conditions])
  return list
}
