import { Popover } from '@mantine/core'
import { askFirst, BulkBar, BulkButton, plural, useMay, useSelected } from '@millrace/kit/web'
import { IconArchive, IconArchiveOff, IconDownload, IconTag, IconTagOff, IconTrash } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { TagPicker } from '../tags/TagPicker.tsx'
import { type BulkOf, useBulk } from './useBulk.ts'

const ExportPeople = lazy(() => import('./ExportPeople.tsx'))

type Props = BulkOf & {
  isArchived?: boolean
  /** The fields that are columns now, for who wants to export those alone. */
  columns?: readonly string[]
}

type TagChoiceProps = { icon: ReactNode; label: string; canMake: boolean; onTag: (tag: string) => void }

const TagChoice = ({ icon, label, canMake, onTag }: TagChoiceProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top" width={240} trapFocus>
      <Popover.Target>
        <BulkButton icon={icon} onClick={() => setOpen((was) => !was)}>
          {label}
        </BulkButton>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <TagPicker
          canMake={canMake}
          onTag={(tag) => {
            setOpen(false)
            onTag(tag)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

const Tagging = ({ bulk }: { bulk: ReturnType<typeof useBulk> }) => (
  <>
    <TagChoice icon={<IconTag size={15} stroke={1.7} />} label="Add tag" canMake onTag={bulk.tag} />
    <TagChoice icon={<IconTagOff size={15} stroke={1.7} />} label="Remove tag" canMake={false} onTag={bulk.untag} />
  </>
)

const Removing = ({ bulk, isArchived }: { bulk: ReturnType<typeof useBulk>; isArchived: boolean }) => {
  const people = plural(bulk.count, 'person', 'people')
  const askArchive = async () => {
    const isSure = await askFirst({
      title: `Archive ${people}?`,
      children: 'They leave their flows and segments and get no more mail. You can bring them back from the archive.',
      confirm: 'Archive',
      danger: true,
    })
    if (isSure) bulk.archive()
  }
  const askDelete = async () => {
    const isSure = await askFirst({
      title: `Delete ${people} for good?`,
      children: 'They are removed with their fields, tags and history, and cannot be brought back.',
      confirm: `Delete ${people}`,
      danger: true,
    })
    if (isSure) bulk.remove()
  }
  return (
    <>
      {isArchived ? (
        <BulkButton icon={<IconArchiveOff size={15} stroke={1.7} />} onClick={bulk.restore}>
          Restore
        </BulkButton>
      ) : (
        <BulkButton icon={<IconArchive size={15} stroke={1.7} />} onClick={() => void askArchive()}>
          Archive
        </BulkButton>
      )}
      <BulkButton icon={<IconTrash size={15} stroke={1.7} />} onClick={() => void askDelete()}>
        Delete
      </BulkButton>
    </>
  )
}

/** What can be done with the chosen people of a list or of a segment. */
export default function PeopleBulk({ isArchived = false, columns, ...of }: Props) {
  useSelected(of.selection)
  const mayWrite = useMay('people:write')
  const mayExport = useMay('people:export')
  const [isExporting, setExporting] = useState(false)
  const bulk = useBulk(of)
  if (!mayWrite && !mayExport) return null
  return (
    <>
      <BulkBar selected={bulk.count} onClear={() => of.selection.setAll(false)}>
        {mayWrite && !isArchived && <Tagging bulk={bulk} />}
        {mayExport && (
          <BulkButton icon={<IconDownload size={15} stroke={1.7} />} onClick={() => setExporting(true)}>
            Export
          </BulkButton>
        )}
        {mayWrite && <Removing bulk={bulk} isArchived={isArchived} />}
      </BulkBar>
      {isExporting && (
        <Suspense fallback={null}>
          <ExportPeople count={bulk.count} whom={bulk.body()} columns={columns} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </>
  )
}
