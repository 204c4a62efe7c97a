import type { Component, Editor } from 'grapesjs'
import type { Image } from '../../contract/email.ts'
import { hasFiles, pastedImages } from '../images/carried.ts'

type Add = (file: File) => Promise<Image | undefined>
type Shown = Element & { __gjsv?: { model: Component } }

const componentAt = (element: Element | null): Component | undefined => {
  for (let shown = element as Shown | null; shown; shown = shown.parentElement)
    if (shown.__gjsv) return shown.__gjsv.model
  return undefined
}

const inColumn = (near: Component | undefined): { column: Component; at: number } | undefined => {
  if (near?.is('mj-column')) return { column: near, at: near.components().length }
  for (let one = near; one; one = one.parent()) {
    const parent = one.parent()
    if (parent?.is('mj-column')) return { column: parent, at: one.index() + 1 }
  }
  return undefined
}

const quoted = (text: string) => text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const put = (editor: Editor, { url, name }: Image, near: Component | undefined): Component[] => {
  const alt = name.replace(/\.\w+$/, '')
  const image = `<mj-image src="${quoted(url)}" alt="${quoted(alt)}"></mj-image>`
  const place = inColumn(near)
  if (place) return place.column.append(image, { at: place.at })
  const [body] = editor.getWrapper()?.findType('mj-body') ?? []
  const sections = body?.append(`<mj-section><mj-column>${image}</mj-column></mj-section>`) ?? []
  return sections.flatMap((section) => section.findType('mj-image'))
}

/**
 * Images that are pasted or dropped onto the canvas are uploaded and put behind what is selected, or what they fell on. Left to
 * itself the editor would write them into the mail, which no mail program shows.
 */
export const takeImages = (editor: Editor, add: Add): void => {
  const take = async (files: readonly File[], near: Component | undefined) => {
    let behind = near
    for (const file of files) {
      const image = await add(file)
      const [made] = image ? put(editor, image, behind) : []
      if (made) editor.select(made)
      behind = made ?? behind
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const files = pastedImages(event.clipboardData)
    if (!files.length) return
    event.preventDefault()
    event.stopImmediatePropagation()
    void take(files, editor.getSelected())
  }
  const onDrag = (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.type === 'drop') void take([...(event.dataTransfer?.files ?? [])], componentAt(event.target as Element))
  }
  // Each time that the mail is drawn anew its page is another one.
  editor.on('canvas:frame:load', ({ window: page }: { window: Window }) => {
    page.document.addEventListener('paste', onPaste, true)
    for (const type of ['dragenter', 'dragover', 'drop'] as const) page.document.addEventListener(type, onDrag, true)
  })
}
