import { addBlock } from '../design/change.ts'
import type { KindName } from '../design/kinds.ts'
import { nextPlace } from '../design/nextPlace.ts'
import { useChangeDesign, useEditor } from '../editor/EditorContext.tsx'

/** Adds a block as pressing its tile does; answers the new block's id. */
export const useAddBlock = () => {
  const store = useEditor()
  const change = useChangeDesign()
  return (kind: KindName): string => {
    let id = ''
    store.settle()
    change((design) => {
      const made = addBlock(design, kind, nextPlace(design, store.get().selection))
      id = made.id
      return made.design
    })
    store.select({ kind: 'block', id })
    requestAnimationFrame(() =>
      document.querySelector(`[data-block="${id}"]`)?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }),
    )
    return id
  }
}
