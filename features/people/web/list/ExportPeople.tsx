import { forget, issuesByField, plural, useMutate, useSignedIn } from '@millrace/kit/web'
import { peopleContract, type Selection } from '../../contract/index.ts'
import ExportDialog from './ExportDialog.tsx'

type Props = {
  count: number
  whom: Selection
  /** The fields that are columns now. */
  columns: readonly string[] | undefined
  onClose: () => void
}

/** Asks what to write of people and whom to mail it to. */
export default function ExportPeople({ count, whom, columns, onClose }: Props) {
  const own = useSignedIn().email
  const start = useMutate(peopleContract.exportPeople, {
    success: (_result, { body }) => `The export will be emailed to ${body?.notifyEmail ?? own} shortly.`,
    onDone: () => {
      void forget(peopleContract.listPeopleJobs)
      onClose()
    },
    onError: true,
  })
  return (
    <ExportDialog
      title={`Export ${plural(count, 'person', 'people')}`}
      columns={columns?.length}
      isBusy={start.isPending}
      refusal={start.error ? (issuesByField(start.error).notifyEmail ?? start.error.message) : undefined}
      onExport={(notifyEmail, what) => {
        const attributes = what === 'shown' && columns ? { attributes: [...columns] } : {}
        start.mutate({ body: { ...whom, ...attributes, notifyEmail } })
      }}
      onClose={onClose}
    />
  )
}
