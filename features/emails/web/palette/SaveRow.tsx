import { useMutate } from '@millrace/kit/web'
import type { DesignRow } from '../../contract/design.ts'
import { savedRowCalls as calls } from '../../contract/savedRowCalls.ts'
import { RowNameDialog } from './RowNameDialog.tsx'

/** Asks for a name and keeps a row under it. */
const SaveRow = ({ row, onClose }: { row: DesignRow; onClose: () => void }) => {
  const create = useMutate(calls.createSavedRow, {
    invalidates: [calls.listSavedRows],
    success: 'Row saved.',
    onDone: onClose,
  })
  return (
    <RowNameDialog
      title="Save this row"
      description="It stands under Rows then, for every email. Emails get copies: changing one changes no other."
      submit="Save row"
      isBusy={create.isPending}
      onName={(name) => create.mutate({ body: { name, row } })}
      onClose={onClose}
    />
  )
}

export default SaveRow
