import { memo, Suspense } from 'react'
import type { Design, DesignBlock, DesignValues } from '../../contract/design.ts'
import { changeBlock } from '../design/change.ts'
import { kindOf, nameOfBlock } from '../design/kinds.ts'
import { textOf } from '../design/read.ts'
import { useChangeDesign } from '../editor/EditorContext.tsx'
import { BlockIcon } from './BlockIcon.tsx'
import { BlockTools } from './BlockTools.tsx'
import { CloseTool } from './CloseTool.tsx'
import { FORMS } from './forms.ts'
import c from './inspector.module.css'
import { OnPhones } from './OnPhones.tsx'
import { PaddingField } from './PaddingField.tsx'
import { Visibility } from './Visibility.tsx'

const WRITTEN_ON_CANVAS = new Set(['text', 'heading'])
const WORDS = new Set(['text', 'textJson'])

// What is written in the mail itself is in none of these settings, so that they need not be drawn anew with each sign.
const sameSettings = ({ block: a }: { block: DesignBlock }, { block: b }: { block: DesignBlock }): boolean => {
  if (a === b) return true
  if (a.id !== b.id || kindOf(a) !== kindOf(b) || !WRITTEN_ON_CANVAS.has(kindOf(a))) return false
  const keys = new Set([...Object.keys(a.values), ...Object.keys(b.values)])
  return [...keys].every((key) => WORDS.has(key) || a.values[key] === b.values[key])
}

const BlockSettings = memo(({ block }: { block: DesignBlock }) => {
  const change = useChangeDesign()
  const id = block.id ?? ''
  const set = (values: DesignValues, key?: string) =>
    change((design: Design) => changeBlock(design, id, values), key && `${id}:${key}`)
  const Form = FORMS[kindOf(block)]
  return (
    <div className={c.form}>
      {Form ? (
        <Suspense fallback={null}>
          <Form block={block} set={set} />
        </Suspense>
      ) : (
        <div className={c.none} style={{ padding: 0 }}>
          This block was made elsewhere, and mails cannot show it: it is kept, and readers do not see it. Here it can be
          moved, copied and removed.
        </div>
      )}
      <PaddingField
        label="Space around"
        value={textOf(block.values, 'containerPadding') || '10px'}
        onChange={(containerPadding) => set({ containerPadding }, 'containerPadding')}
      />
      <Visibility values={block.values} set={set} what="block" />
      <OnPhones key={id} values={block.values} set={set} />
    </div>
  )
}, sameSettings)

const Head = memo(({ id, kind, name }: { id: string; kind: string; name: string }) => (
  <div className={c.head}>
    <BlockIcon kind={kind} />
    <h2>{name}</h2>
    <BlockTools id={id} />
    <CloseTool />
  </div>
))

/** Settings of a block, with what can be done with it. */
const BlockInspector = ({ block }: { block: DesignBlock }) => (
  <>
    <Head id={block.id ?? ''} kind={kindOf(block)} name={nameOfBlock(block)} />
    <BlockSettings key={block.id} block={block} />
  </>
)

export default BlockInspector
