import { ActionIcon, Loader, Menu } from '@mantine/core'
import { askFirst, ErrorPanel, SearchField, useCall, useMutate } from '@millrace/kit/web'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { SavedRow } from '../../contract/savedRow.ts'
import { savedRowCalls as calls } from '../../contract/savedRowCalls.ts'
import { useDrags } from '../canvas/DragContext.tsx'
import { RowPicture } from '../canvas/RowPicture.tsx'
import c from './palette.module.css'
import { RenameRow } from './RenameRow.tsx'
import { useAddRow } from './useAddRow.ts'

const RowCard = ({ saved, onRename }: { saved: SavedRow; onRename: () => void }) => {
  const { grab, wasDragged } = useDrags()
  const { insert } = useAddRow()
  const remove = useMutate(calls.deleteSavedRow, { invalidates: [calls.listSavedRows] })
  const ask = async () => {
    const isSure = await askFirst({
      title: `Delete “${saved.name}”?`,
      children: 'Emails that were made with it keep their copies.',
      confirm: 'Delete',
      danger: true,
    })
    if (isSure) remove.mutate({ params: { id: saved.id } })
  }
  return (
    <div className={c.saved}>
      <div className={c.savedPicture}>
        <RowPicture row={saved.row} />
        <button
          type="button"
          className={c.savedUse}
          aria-label={`Insert ${saved.name}`}
          onPointerDown={(event) => grab(event, { kind: 'saved-row', row: saved.row, label: saved.name })}
          onClick={() => !wasDragged() && insert(saved.row)}
        />
      </div>
      <div className={c.savedFoot}>
        <span title={saved.name}>{saved.name}</span>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={22} aria-label={`More about ${saved.name}`}>
              <IconDots size={14} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={onRename}>Rename</Menu.Item>
            <Menu.Item color="red" onClick={() => void ask()}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </div>
  )
}

/** Rows that the account keeps: searched, put in by dragging or pressing. */
const SavedRowsPanel = () => {
  const { data, error, isPending, refetch } = useCall(calls.listSavedRows, { query: {} })
  const [search, setSearch] = useState('')
  const [renamed, setRenamed] = useState<SavedRow>()
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (isPending) return <Loader m={20} />
  const words = search.trim().toLowerCase()
  const shown = data.savedRows.filter(({ name }) => name.toLowerCase().includes(words))
  return (
    <div className={c.savedList}>
      {data.savedRows.length > 0 && (
        <SearchField label="Search saved rows" search={search} onSearch={setSearch} pauseMs={0} />
      )}
      {shown.map((saved) => (
        <RowCard key={saved.id} saved={saved} onRename={() => setRenamed(saved)} />
      ))}
      {!shown.length && (
        <p className={c.hint}>
          {data.savedRows.length
            ? 'No saved row is called so.'
            : 'No row is saved yet. Select a row by its handle and press “Save row”: it can be used in every email then.'}
        </p>
      )}
      {renamed && <RenameRow saved={renamed} onClose={() => setRenamed(undefined)} />}
    </div>
  )
}

export default SavedRowsPanel
