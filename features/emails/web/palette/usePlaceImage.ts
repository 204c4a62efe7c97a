import type { Design } from '../../contract/design.ts'
import type { Image } from '../../contract/email.ts'
import { changeBlock } from '../design/change.ts'
import { findBlock } from '../design/places.ts'
import { groupOf } from '../design/read.ts'
import { useChangeDesign, useEditor } from '../editor/EditorContext.tsx'
import { useAddBlock } from './useAddBlock.ts'

/** A design whose image block of an id shows an image. */
export const withSource = (design: Design, id: string, image: Image): Design => {
  const source = groupOf(findBlock(design, id)?.values ?? {}, 'src')
  const src = { ...source, url: image.url, width: image.width ?? 600, height: image.height ?? 300 }
  return changeBlock(design, id, { src })
}

/** Puts an image into the mail: into the image block that is selected, else into one of its own behind what is selected. */
export const usePlaceImage = () => {
  const store = useEditor()
  const change = useChangeDesign()
  const add = useAddBlock()
  return (image: Image) => {
    const { selection } = store.get()
    const selected = selection?.kind === 'block' ? selection.id : ''
    const isImage = document.querySelector(`[data-block="${selected}"]`)?.getAttribute('aria-label') === 'Image block'
    const id = isImage ? selected : add('image')
    change((design) => withSource(design, id, image), `place:${id}`)
  }
}
