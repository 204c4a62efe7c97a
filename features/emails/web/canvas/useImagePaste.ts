import type { ClipboardEvent } from 'react'
import { usePlaceImage } from '../palette/usePlaceImage.ts'
import { useUpload } from '../palette/useUpload.ts'

const isField = (target: EventTarget) => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** An image that is pasted onto the mail is uploaded and becomes a block of it, or that of the image block that is selected. */
export const useImagePaste = (): ((event: ClipboardEvent) => void) => {
  const { add } = useUpload(usePlaceImage())
  return (event) => {
    const { clipboardData, target } = event
    const image = [...clipboardData.files].find(({ type }) => type.startsWith('image/'))
    if (!image || isField(target) || clipboardData.getData('text/plain')) return
    event.preventDefault()
    void add(image)
  }
}
