import { askFirst, forget, useMutate } from '@millrace/kit/web'
import { type ObjectSchema, objectsContract } from '../../contract/index.ts'
import { OBJECT_CALLS, SCHEMA_CALLS } from '../data.ts'

/** Asks, then deletes a kind with all its objects. */
export const useSchemaRemoval = (onDone?: () => void) => {
  const remove = useMutate(objectsContract.deleteSchema, {
    success: 'Object deleted.',
    onDone: () => {
      void forget(...SCHEMA_CALLS, ...OBJECT_CALLS)
      onDone?.()
    },
  })
  return async ({ name, displayNamePlural }: ObjectSchema) => {
    const isSure = await askFirst({
      title: `Delete ${displayNamePlural.toLowerCase()}?`,
      children: `All ${displayNamePlural.toLowerCase()}, their fields and everything that ties them are removed for good.`,
      confirm: 'Delete for good',
      danger: true,
    })
    if (isSure) remove.mutate({ params: { objectName: name } })
  }
}
