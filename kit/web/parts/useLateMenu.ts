import { useLayoutEffect, useRef, useState } from 'react'

/**
 * A menu that comes after its button, open where that was pressed before. The button is drawn anew with it: the new one takes
 * the focus before the menu opens, so that it comes back to it.
 */
export const useLateMenu = (isPressed: boolean) => {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (!isPressed) return
    button.current?.focus({ preventScroll: true })
    setOpened(true)
  }, [isPressed])
  return { button, menu: { opened, onChange: setOpened } }
}
