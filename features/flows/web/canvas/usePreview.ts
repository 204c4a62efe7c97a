import { useState } from 'react'

const KEPT = 'millrace-steps-preview'

/** Whether steps say what they do, not only what they are; shown until a member hides it, in this browser. */
export const usePreview = (): [isShown: boolean, toggle: () => void] => {
  const [isShown, setShown] = useState(() => localStorage.getItem(KEPT) !== 'hidden')
  const toggle = () => {
    localStorage.setItem(KEPT, isShown ? 'hidden' : 'shown')
    setShown(!isShown)
  }
  return [isShown, toggle]
}
