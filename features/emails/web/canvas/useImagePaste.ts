import type { ClipboardEvent } from 'react'
import type { Image } from '../../contract/email.ts'
import { pastedImages } from '../images/carried.ts'
import { usePlaceImage } from '../palette/usePlaceImage.ts'

const isField = (target: EventTarget) => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** An image that is pasted onto the mail is uploaded and becomes a block of it, or that of the image block that is selected. */
export const useImagePaste = (add: (file: File) => Promise<Image | undefined>): ((event: ClipboardEvent) => void) => {
  const place = usePlaceImage()
  return (event) => {
    const [file] = isField(event.target) ? [] : pastedImages(event.clipboardData)
    if (!file) return
    event.preventDefault()
    void add(file).then((image) => image && place(image))
  }
}
