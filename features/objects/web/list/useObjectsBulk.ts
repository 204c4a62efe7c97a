import { forget, type Selection, sentenceOf, useMutate } from '@millrace/kit/web'
import { type ObjectAction, type ObjectSchema, type ObjectSelection, objectsContract } from '../../contract/index.ts'
import { OBJECT_CALLS } from '../data.ts'

const DONE: Record<ObjectAction, string> = {
  archive: 'archived',
  restore: 'restored',
  delete: 'deleted',
  set: 'changed',
}

type Of = {
  schema: ObjectSchema
  selection: Selection<number>
  words: (count: number) => string
  /** Called when it is done or queued; whoever gives it shows the error too. */
  onDone?: () => void
}

/** What can be done with the chosen objects. Up to a thousand are done with the answer, more go on as a job. */
export const useObjectsBulk = ({ schema, selection, words, onDone }: Of) => {
  const { displayNamePlural } = schema
  const change = useMutate(objectsContract.changeManyObjects, {
    success: ({ isQueued, changed }, { body }) =>
      isQueued
        ? `Selected ${displayNamePlural.toLowerCase()} will be ${DONE[body.action]} shortly.`
        : `${words(changed)} ${DONE[body.action]}.`,
    onDone: () => {
      selection.setAll(false)
      void forget(...OBJECT_CALLS, objectsContract.listObjectJobs)
      onDone?.()
    },
    ...(onDone && { onError: true as const }),
    scope: 'objects in bulk',
  })
  const run = (action: ObjectAction, chosen: ObjectSelection, fields?: Record<string, unknown>) =>
    change.mutate({ params: { objectName: schema.name }, body: { ...chosen, action, ...(fields && { fields }) } })
  const error = change.error ? sentenceOf(change.error) : undefined
  return { run, isBusy: change.isPending, error, forgive: () => change.reset() }
}
