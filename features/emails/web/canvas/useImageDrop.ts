import { type DragEvent, type RefObject, useState } from 'react'
import type { Image } from '../../contract/email.ts'
import { addBlock } from '../design/change.ts'
import type { Target } from '../design/places.ts'
import { useChangeDesign, useEditor } from '../editor/EditorContext.tsx'
import { hasFiles } from '../images/carried.ts'
import { withSource } from '../palette/usePlaceImage.ts'
import { type Drop, dropAt } from './drag.ts'

const AS_BLOCK = { kind: 'new-block', of: 'image', label: 'Image' } as const

/** Files that are dropped onto the mail are uploaded and become image blocks where they fell; `line` shows where that would be. */
export const useImageDrop = (
  page: RefObject<HTMLDivElement | null>,
  add: (file: File) => Promise<Image | undefined>,
) => {
  const store = useEditor()
  const change = useChangeDesign()
  const [place, setPlace] = useState<Drop>()
  const put = (image: Image, target: Target) => {
    let id = ''
    store.settle()
    change((design) => {
      const made = addBlock(design, 'image', target)
      id = made.id
      return withSource(made.design, id, image)
    })
    store.select({ kind: 'block', id })
  }
  const placeOf = ({ clientX, clientY }: DragEvent) => page.current && dropAt(page.current, AS_BLOCK, clientX, clientY)
  return {
    line: place?.indicator,
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setPlace(placeOf(event) ?? undefined)
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setPlace(undefined)
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      setPlace(undefined)
      const target = placeOf(event)?.target
      // One after another, the last first: each is put before the one that fell there before it.
      const files = [...event.dataTransfer.files].reverse()
      const putAll = async () => {
        for (const file of files) {
          const image = await add(file)
          if (image && target) put(image, target)
        }
      }
      void putAll()
    },
  }
}
