import { useEffect } from 'react'
import { hasFiles } from '../images/carried.ts'

// Who takes a file says so by preventing what the browser does with it.
const refuse = (event: DragEvent) => {
  if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return
  event.preventDefault()
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
}

/** A file that is dropped beside the mail is left alone: the browser would leave the editor and show it. */
export const useStrayDrops = (): void =>
  useEffect(() => {
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
