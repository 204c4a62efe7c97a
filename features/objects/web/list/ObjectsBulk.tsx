import { askFirst, BulkBar, BulkButton, plural, type Selection, useMay, useSelected } from '@millrace/kit/web'
import { IconArchive, IconArchiveOff, IconDownload, IconForms, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ObjectSchema } from '../../contract/index.ts'
import type { Wanted } from './objectsSource.ts'
import { selectionBody } from './selectionBody.ts'
import { useObjectsBulk } from './useObjectsBulk.ts'

const SetField = lazy(() => import('./SetField.tsx'))
const ExportObjects = lazy(() => import('./ExportObjects.tsx'))

type Props = {
  schema: ObjectSchema
  selection: Selection<number>
  total: number
  wanted: Wanted
  /** The fields that are columns now. */
  columns: readonly string[]
}

const ICON = { size: 15, stroke: 1.7, 'aria-hidden': true } as const

const question = (action: 'archive' | 'delete', words: string) =>
  action === 'archive'
    ? {
        title: `Archive ${words}?`,
        children: 'They leave lists, segments and what they are tied to. You can bring them back.',
        confirm: 'Archive',
      }
    : {
        title: `Delete ${words} for good?`,
        children: 'Their fields and everything that ties them are removed. This cannot be undone.',
        confirm: `Delete ${words}`,
        danger: true,
      }

/** What can be done with the chosen objects of a list. */
export default function ObjectsBulk({ schema, selection, total, wanted, columns }: Props) {
  const chosen = selectionBody(useSelected(selection), wanted)
  const [open, setOpen] = useState<'set' | 'export'>()
  const [mayWrite, mayExport] = [useMay('people:write'), useMay('people:export')]
  const some = (count: number) =>
    plural(count, schema.displayNameSingular.toLowerCase(), schema.displayNamePlural.toLowerCase())
  const { run, isBusy } = useObjectsBulk({ schema, selection, words: some })
  const howMany = selection.count(total)
  const words = some(howMany)
  const ask = async (action: 'archive' | 'delete') => {
    if (await askFirst(question(action, words))) run(action, chosen)
  }
  const close = () => setOpen(undefined)
  return (
    <>
      <BulkBar selected={howMany} onClear={() => selection.setAll(false)}>
        {mayWrite && !wanted.isArchived && (
          <BulkButton icon={<IconForms {...ICON} />} disabled={isBusy} onClick={() => setOpen('set')}>
            Set field
          </BulkButton>
        )}
        {mayExport && (
          <BulkButton icon={<IconDownload {...ICON} />} onClick={() => setOpen('export')}>
            Export
          </BulkButton>
        )}
        {mayWrite && wanted.isArchived && (
          <BulkButton icon={<IconArchiveOff {...ICON} />} disabled={isBusy} onClick={() => run('restore', chosen)}>
            Restore
          </BulkButton>
        )}
        {mayWrite && !wanted.isArchived && (
          <BulkButton icon={<IconArchive {...ICON} />} disabled={isBusy} onClick={() => void ask('archive')}>
            Archive
          </BulkButton>
        )}
        {mayWrite && (
          <BulkButton icon={<IconTrash {...ICON} />} disabled={isBusy} onClick={() => void ask('delete')}>
            Delete
          </BulkButton>
        )}
      </BulkBar>
      <Suspense fallback={null}>
        {open === 'set' && <SetField {...{ schema, words, chosen, selection, some }} onClose={close} />}
        {open === 'export' && <ExportObjects {...{ schema, words, chosen, columns }} onClose={close} />}
      </Suspense>
    </>
  )
}
