import { Loader, SegmentedControl } from '@mantine/core'
import { type RefObject, useRef, useState } from 'react'
import { useEditor, useEditorState } from '../editor/EditorContext.tsx'
import { MetaLines } from '../editor/MetaLines.tsx'
import { MergeTagButton } from '../parts/MergeTags.tsx'
import { CodeField, type CodeHandle } from '../source/CodeField.tsx'
import type { VisualState } from './openGrapes.ts'
import { useGrapes } from './useGrapes.ts'
import c from './visual.module.css'

const stateOf = (state: Record<string, unknown> | null): VisualState => ({
  mjml: typeof state?.mjml === 'string' ? state.mjml : '',
  project: (state?.project as Record<string, unknown> | undefined) ?? null,
})

type Refs = Record<'canvas' | 'blocks' | 'styles' | 'traits' | 'layers', RefObject<HTMLDivElement | null>>

const PANELS = [
  { value: 'styles', label: 'Style' },
  { value: 'traits', label: 'Settings' },
  { value: 'layers', label: 'Layers' },
] as const

// All three stay in the page: the editor writes into them whichever is shown.
const Right = ({ refs }: { refs: Refs }) => {
  const [shown, setShown] = useState<string>('styles')
  return (
    <aside className={c.side} aria-label="Settings">
      <div className={c.tabs}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Panel"
          value={shown}
          onChange={setShown}
          data={PANELS.map((panel) => ({ ...panel }))}
        />
      </div>
      {PANELS.map(({ value }) => (
        <div key={value} ref={refs[value]} hidden={shown !== value} />
      ))}
    </aside>
  )
}

const Canvas = ({
  isNarrow,
  onMergeTag,
}: {
  isNarrow: boolean
  onMergeTag: RefObject<((liquid: string) => void) | null>
}) => {
  const refs: Refs = {
    canvas: useRef(null),
    blocks: useRef(null),
    styles: useRef(null),
    traits: useRef(null),
    layers: useRef(null),
  }
  const store = useEditor()
  const state = useEditorState(({ content }) => content.editor.state)
  const { isReady, insert } = useGrapes({
    refs,
    state: stateOf(state),
    isNarrow,
    onState: (next) => store.change((content) => ({ ...content, editor: { type: 'visual', state: { ...next } } })),
  })
  onMergeTag.current = insert
  return (
    <div className={c.grid}>
      <aside className={c.side} aria-label="Blocks">
        <div ref={refs.blocks} />
      </aside>
      <div className={c.canvas} aria-busy={!isReady}>
        {!isReady && <Loader className={c.loader ?? ''} />}
        <div ref={refs.canvas} />
      </div>
      <Right refs={refs} />
    </div>
  )
}

const Source = ({ handle }: { handle: RefObject<CodeHandle | null> }) => {
  const store = useEditor()
  const mjml = useEditorState(({ content }) => stateOf(content.editor.state).mjml)
  return (
    <CodeField
      label="MJML of the mail"
      value={mjml}
      handle={handle}
      onChange={(next) =>
        store.change((content) => ({ ...content, editor: { type: 'visual', state: { mjml: next } } }), 'mjml')
      }
    />
  )
}

/** With more sections than these drawing takes many seconds, so nobody is made to wait who did not ask for it. */
const MANY_SECTIONS = 120

const hasMany = ({ mjml }: VisualState) => (mjml.match(/<mj-section\b/g)?.length ?? 0) > MANY_SECTIONS

const hintOf = (isSource: boolean, isLong: boolean) => {
  if (!isSource) return 'Double-click words to change them.'
  return isLong ? 'This mail is long: drawing it takes a while.' : 'What you write here is drawn when you go back.'
}

/** The visual editor: MJML by drag and drop, or as its source. */
export default function VisualEditor({ isNarrow }: { isNarrow: boolean }) {
  const isLong = useEditorState(({ content }) => hasMany(stateOf(content.editor.state)))
  const [isSource, setSource] = useState(isLong)
  const code = useRef<CodeHandle>(null)
  const insert = useRef<((liquid: string) => void) | null>(null)
  return (
    <div className={c.view}>
      <MetaLines />
      <div className={c.bar}>
        <SegmentedControl
          aria-label="Write as"
          size="xs"
          value={isSource ? 'source' : 'visual'}
          onChange={(value) => setSource(value === 'source')}
          data={[
            { value: 'visual', label: 'Visual' },
            { value: 'source', label: 'MJML' },
          ]}
        />
        <MergeTagButton onPick={(liquid) => (isSource ? code.current?.insert(liquid) : insert.current?.(liquid))} />
        <span className={c.hint}>{hintOf(isSource, isLong)}</span>
      </div>
      {isSource ? <Source handle={code} /> : <Canvas isNarrow={isNarrow} onMergeTag={insert} />}
    </div>
  )
}
