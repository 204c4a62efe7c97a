import { Keys } from '@millrace/kit/web'
import { IconSquareRounded } from '@tabler/icons-react'
import { lazy, memo, Suspense, useEffect } from 'react'
import type { Design, DesignBlock, DesignValues } from '../../contract/design.ts'
import { changeBlock } from '../design/change.ts'
import { kindOf, nameOfBlock } from '../design/kinds.ts'
import { textOf } from '../design/read.ts'
import { useChangeDesign, useSelectedBlock, useSelectedRow } from '../editor/EditorContext.tsx'
import { BlockIcon } from './BlockIcon.tsx'
import { BlockTools } from './BlockTools.tsx'
import { CloseTool } from './CloseTool.tsx'
import { FORMS, loadForms } from './forms.ts'
import c from './inspector.module.css'
import { OnPhones } from './OnPhones.tsx'
import { PaddingField } from './PaddingField.tsx'
import { Visibility } from './Visibility.tsx'

const RowInspector = lazy(() => import('./RowInspector.tsx'))

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

const BlockInspector = ({ block }: { block: DesignBlock }) => (
  <>
    <div className={c.head}>
      <BlockIcon kind={kindOf(block)} />
      <h2>{nameOfBlock(block)}</h2>
      <BlockTools block={block} />
      <CloseTool />
    </div>
    <BlockSettings key={block.id} block={block} />
  </>
)

const Nothing = () => (
  <div className={c.none}>
    <IconSquareRounded size={22} stroke={1.5} aria-hidden />
    <b>Nothing is selected</b>
    Press a block in the mail to change its words and looks, or the handle at the left of a row.
    <div className={c.keys}>
      <Keys of="mod Z" /> Undo
      <Keys of="mod ⇧ Z" /> Redo
      <Keys of="Alt ↑" /> Move a block up
      <Keys of="Alt ↓" /> Move a block down
      <Keys of="Del" /> Delete a block
      <Keys of="mod S" /> Save
    </div>
  </div>
)

/** So long after the editor opened the forms are fetched, when nothing else waits. */
const FORMS_AFTER_MS = 1_500

/** The right side of the editor: settings of what is selected. */
export const Inspector = () => {
  const block = useSelectedBlock()
  const row = useSelectedRow()
  useEffect(() => {
    const timer = setTimeout(loadForms, FORMS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (block) return <BlockInspector block={block} />
  if (!row) return <Nothing />
  return (
    <Suspense fallback={null}>
      <RowInspector row={row} />
    </Suspense>
  )
}
