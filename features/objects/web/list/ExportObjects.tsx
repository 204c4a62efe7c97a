import { forget, issuesByField, useMutate, useSignedIn } from '@millrace/kit/web'
import { ExportDialog } from '@millrace/people/web'
import { type ObjectSchema, type ObjectSelection, objectsContract } from '../../contract/index.ts'

type Props = {
  schema: ObjectSchema
  /** "12 companies". */
  words: string
  chosen: ObjectSelection
  /** The fields that are columns now. */
  columns: readonly string[]
  onClose: () => void
}

/** Asks what to write of objects and whom to mail it to. */
export default function ExportObjects({ schema, words, chosen, columns, onClose }: Props) {
  const own = useSignedIn().email
  const start = useMutate(objectsContract.exportObjects, {
    success: (_result, { body }) => `The export will be emailed to ${body?.notifyEmail ?? own} shortly.`,
    onDone: () => {
      void forget(objectsContract.listObjectJobs)
      onClose()
    },
    onError: true,
  })
  return (
    <ExportDialog
      title={`Export ${words}`}
      columns={columns.length}
      isBusy={start.isPending}
      refusal={start.error ? (issuesByField(start.error).notifyEmail ?? start.error.message) : undefined}
      onExport={(notifyEmail, what) => {
        const attributes = what === 'shown' ? { attributes: [...columns] } : {}
        start.mutate({ params: { objectName: schema.name }, body: { ...chosen, ...attributes, notifyEmail } })
      }}
      onClose={onClose}
    />
  )
}
