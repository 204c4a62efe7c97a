import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'

const imagesOf = (files: FileList | undefined) => [...(files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** Images that are pasted or dropped are uploaded and put where they fell. */
export const imageDrops = (upload: (file: File, at: number | undefined) => void): Extension =>
  Extension.create({
    name: 'imageDrops',
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          handlePaste: (_view, event) => {
            const files = imagesOf(event.clipboardData?.files)
            // What comes from a text or a page with its pictures is pasted as that.
            if (!files.length || event.clipboardData?.types.includes('text/html')) return false
            for (const file of files) upload(file, undefined)
            return true
          },
          handleDrop: (view, event) => {
            const files = imagesOf(event.dataTransfer?.files)
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
