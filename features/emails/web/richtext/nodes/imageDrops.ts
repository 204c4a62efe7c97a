import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { pastedImages } from '../../images/carried.ts'

/** Images that are pasted or dropped are uploaded and put where they fell. */
export const imageDrops = (upload: (file: File, at: number | undefined) => void): Extension =>
  Extension.create({
    name: 'imageDrops',
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          handlePaste: (_view, event) => {
            const files = pastedImages(event.clipboardData)
            if (!files.length) return false
            for (const file of files) upload(file, undefined)
            return true
          },
          handleDrop: (view, event) => {
            // Whatever it is: what is no image is told to be none, and not opened by the browser.
            const files = [...(event.dataTransfer?.files ?? [])]
            if (!files.length) return false
            event.preventDefault()
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
            for (const file of files) upload(file, at)
            return true
          },
        },
      }),
    ],
  })
