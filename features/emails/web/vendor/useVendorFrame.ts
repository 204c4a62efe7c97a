import { useComputedColorScheme } from '@mantine/core'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useEditor } from '../editor/EditorContext.tsx'
import { useUpload } from '../palette/useUpload.ts'
import { useMergeTags } from '../parts/useMergeTags.ts'
import { followDesign } from './followDesign.ts'
import { openTalk, type Talk, type Told } from './openTalk.ts'
import { vendorLinks, vendorTags } from './vendorTags.ts'

/** So long somebody else's editor may take to open. */
const OPENS_WITHIN_MS = 20_000

/** Where the frame stands, and why it does not go on. */
export type FrameState =
  | { is: 'opening' | 'open' }
  | { is: 'failed'; why: 'script' | 'time' }
  | { is: 'failed'; why: 'content'; types: readonly string[] }

/** A value that is read later than the component was drawn. */
const useLatest = <T>(value: T): RefObject<T> => {
  const held = useRef(value)
  useEffect(() => {
    held.current = value
  })
  return held
}

/** Opens Unlayer's editor in a frame, and keeps its design and ours the same while it stands. */
export const useVendorFrame = (frame: RefObject<HTMLIFrameElement | null>, address: string): FrameState => {
  const [state, setState] = useState<FrameState>({ is: 'opening' })
  const store = useEditor()
  const { add } = useUpload()
  const tags = useMergeTags()
  const options = useLatest({
    mergeTags: vendorTags(tags),
    specialLinks: vendorLinks(tags),
    appearance: { theme: useComputedColorScheme() === 'dark' ? 'modern_dark' : 'modern_light' },
  })
  const upload = useLatest(add)
  const talk = useRef<Talk>(undefined)
  const takeImage = useCallback(
    async (told: Extract<Told, { kind: 'image' }>) =>
      talk.current?.image(told.id, (await upload.current(told.file))?.url),
    [upload],
  )
  useEffect(() => {
    const element = frame.current
    if (!element) return
    let hear: (told: Told) => void = () => {}
    const opened = openTalk({
      frame: element,
      origin: new URL(address).origin,
      options: options.current,
      onTold: (told) => {
        if (told.kind === 'failed') fail({ is: 'failed', why: 'script' })
        else if (told.kind === 'image') void takeImage(told)
        else hear(told)
      },
    })
    const followed = followDesign(store, opened, {
      onOpen: () => {
        clearTimeout(timer)
        setState({ is: 'open' })
      },
      onMissing: (types) => fail({ is: 'failed', why: 'content', types }),
    })
    const end = () => {
      clearTimeout(timer)
      followed.stop()
      opened.close()
    }
    const fail = (next: FrameState) => {
      end()
      setState(next)
    }
    const timer = setTimeout(() => fail({ is: 'failed', why: 'time' }), OPENS_WITHIN_MS)
    hear = followed.hear
    talk.current = opened
    return end
  }, [frame, address, store, options, takeImage])
  // They come after the editor has opened, and more of them when a snippet is written.
  useEffect(() => talk.current?.tags(vendorTags(tags)), [tags])
  return state
}
