import { told } from '@millrace/kit/web'
import type { Editor } from 'grapesjs'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useUpload } from '../palette/useUpload.ts'
import { openGrapes, type Places, readGrapes, type VisualState } from './openGrapes.ts'

type Options = {
  refs: { [place in keyof Places]: RefObject<HTMLDivElement | null> }
  state: VisualState
  isNarrow: boolean
  onState: (state: VisualState) => void
}

/** Changes that follow each other within this time are told once. */
const PAUSE_MS = 250

/** Where the caret stands in the words that are being written, if any. */
const writeAtCaret = (editor: Editor, liquid: string) => {
  const page = editor.Canvas.getDocument()
  if (!editor.getEditing() || !page) return false
  const range = page.getSelection()?.getRangeAt(0)
  if (!range) return false
  range.deleteContents()
  range.insertNode(page.createTextNode(liquid))
  range.collapse(false)
  return true
}

const addToSelected = (editor: Editor, liquid: string) => {
  const selected = editor.getSelected()
  if (!selected?.is('mj-text') && !selected?.is('mj-button')) return false
  selected.append(` ${liquid}`)
  return true
}

/** Ends the writing of words, which the editor takes in some time later. */
const endWriting = async (editor: Editor) => {
  const view = editor.getEditing()?.view as { disableEditing?: () => Promise<unknown> } | undefined
  await view?.disableEditing?.()
}

const placesOf = (refs: Options['refs']): Places | undefined => {
  const { canvas, blocks, styles, traits, layers } = refs
  if (!canvas.current || !blocks.current || !styles.current || !traits.current || !layers.current) return undefined
  return {
    canvas: canvas.current,
    blocks: blocks.current,
    styles: styles.current,
    traits: traits.current,
    layers: layers.current,
  }
}

/** Keeps the visual editor and what is kept of the email the same: its changes are told, changes from outside are drawn. */
export const useGrapes = ({ refs, state, isNarrow, onState }: Options) => {
  const editor = useRef<Editor>(undefined)
  // What is kept, and how the editor writes the same: it orders and closes tags in its own way, which is no change.
  const drawn = useRef(state.mjml)
  const known = useRef(state.mjml)
  const [isReady, setReady] = useState(false)
  const tell = useRef(onState)
  tell.current = onState
  const wanted = useRef<(url: string) => void>(undefined)
  const upload = useUpload((image) => wanted.current?.(image.url))
  const choose = useRef(upload.choose)
  choose.current = upload.choose
  const { add } = useUpload()
  const adding = useRef(add)
  adding.current = add
  const first = useRef({ refs, state })
  useEffect(() => {
    const places = placesOf(first.current.refs)
    if (!places) return
    const opened = openGrapes(places, first.current.state, {
      choose: (done) => {
        wanted.current = done
        choose.current()
      },
      add: (file) => adding.current(file),
    })
    editor.current = opened
    let timer: ReturnType<typeof setTimeout> | undefined
    const say = () => {
      timer = undefined
      const next = readGrapes(opened)
      if (next.mjml === known.current) return
      known.current = next.mjml
      drawn.current = next.mjml
      tell.current(next)
    }
    opened.onReady(() => {
      known.current = readGrapes(opened).mjml
      setReady(true)
      opened.on('update', () => {
        clearTimeout(timer)
        timer = setTimeout(say, PAUSE_MS)
      })
    })
    return () => {
      if (timer) {
        clearTimeout(timer)
        say()
      }
      // Taken apart before it is whole, or while words are being written, it would go on working on what is gone.
      opened.onReady(() => void endWriting(opened).finally(() => opened.destroy()))
      editor.current = undefined
    }
  }, [])
  useEffect(() => {
    if (!isReady || !editor.current || state.mjml === drawn.current) return
    drawn.current = state.mjml
    if (state.project) editor.current.loadProjectData(state.project)
    else editor.current.setComponents(state.mjml)
    known.current = readGrapes(editor.current).mjml
  }, [isReady, state])
  useEffect(() => {
    if (isReady) editor.current?.setDevice(isNarrow ? 'Mobile portrait' : 'Desktop')
  }, [isReady, isNarrow])
  const insert = useCallback((liquid: string) => {
    const open = editor.current
    if (!open || writeAtCaret(open, liquid) || addToSelected(open, liquid)) return
    told.info('Select a text or a button first.', 'The merge tag is put at its end, or where you are writing.')
  }, [])
  return { isReady, insert }
}
