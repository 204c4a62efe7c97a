import { useMutate } from '@millrace/kit/web'
import type { SavedRow } from '../../contract/savedRow.ts'
import { savedRowCalls as calls } from '../../contract/savedRowCalls.ts'
import { RowNameDialog } from './RowNameDialog.tsx'

/** Asks for another name of a saved row. */
export const RenameRow = ({ saved, onClose }: { saved: SavedRow; onClose: () => void }) => {
  const update = useMutate(calls.updateSavedRow, { invalidates: [calls.listSavedRows], onDone: onClose })
  return (
    <RowNameDialog
      title="Rename this row"
      first={saved.name}
      submit="Rename"
      isBusy={update.isPending}
      onName={(name) => update.mutate({ params: { id: saved.id }, body: { name } })}
      onClose={onClose}
    />
  )
}
