import { ApiError, askFirst, forget, told, useMutate } from '@millrace/kit/web'
import { type Associated, type Association, type ObjectRecord, objectsContract } from '../../contract/index.ts'
import { TIE_CALLS } from '../data.ts'

/** One thing, as calls name it. */
export type Thing = { objectName: string; id: number }

/** Ties something to others by one association, and cuts ties; shown at once, put back where the server refuses. */
export const useTies = (thing: Thing, association: Association) => {
  const show =
    (change: (tied: Associated) => Associated) =>
    (answer: { associations: Associated[] }): { associations: Associated[] } => ({
      associations: answer.associations.map((tied) => (tied.association.id === association.id ? change(tied) : tied)),
    })
  const scope = `ties of ${thing.objectName} ${thing.id}`
  const addCall = useMutate(objectsContract.associateObjects, {
    scope,
    success: 'Association created successfully.',
    onError: true,
    invalidates: TIE_CALLS,
  })
  const removeCall = useMutate(objectsContract.dissociateObjects, {
    scope,
    invalidates: TIE_CALLS,
    optimistic: ({ params: { targetId } }, answers) =>
      answers.patch(
        objectsContract.listAssociations,
        show((tied) => ({
          ...tied,
          objects: tied.objects.filter(({ id }) => id !== targetId),
          total: tied.total - 1,
        })),
        { params: thing },
      ),
  })
  const send = (targetId: number, replace: boolean) =>
    addCall.mutateAsync({
      params: { ...thing, associationId: association.id, targetId },
      query: replace ? { replace } : {},
    })
  const askToReplace = async (targetId: number, message: string) => {
    const isSure = await askFirst({
      title: 'Take the place of what is there?',
      children: `${message} The old tie is cut.`,
      confirm: 'Replace',
    })
    if (isSure) await send(targetId, true)
  }
  const add = async ({ id }: ObjectRecord) => {
    try {
      await send(id, false).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 409) return askToReplace(id, error.message)
        throw error
      })
    } catch (error) {
      told.error('Error while creating association.', error instanceof Error ? error.message : undefined)
    }
    void forget(...TIE_CALLS)
  }
  const remove = (targetId: number) =>
    removeCall.mutate({ params: { ...thing, associationId: association.id, targetId } })
  return { add: (object: ObjectRecord) => void add(object), remove }
}
