import { askFirst, forget, plural, send, useMutate } from '@millrace/kit/web'
import { type ObjectSchema, objectsContract } from '../../contract/index.ts'
import { OBJECT_CALLS, SCHEMA_CALLS } from '../data.ts'
import { HeldBy } from './HeldBy.tsx'

const howMany = ({ displayNameSingular, displayNamePlural }: ObjectSchema, objects: number | undefined): string => {
  const [one, many] = [displayNameSingular.toLowerCase(), displayNamePlural.toLowerCase()]
  if (objects === undefined) return `All ${many} are deleted.`
  if (objects === 0) return `There are no ${many} yet.`
  return `${plural(objects, one, many)} ${objects === 1 ? 'is' : 'are'} deleted.`
}

/** Asks, then deletes a kind with all its objects; says how many they are, and what has to go before. */
export const useSchemaRemoval = (onDone?: () => void) => {
  const remove = useMutate(objectsContract.deleteSchema, {
    success: 'Object deleted.',
    onDone: () => {
      void forget(...SCHEMA_CALLS, ...OBJECT_CALLS)
      onDone?.()
    },
  })
  return async (schema: ObjectSchema) => {
    const { name, displayNamePlural } = schema
    // What cannot be told is told by the refusal.
    const usage = await send(objectsContract.listSchemaUses, { params: { objectName: name } }).catch(() => undefined)
    const isSure = await askFirst({
      title: `Delete ${displayNamePlural.toLowerCase()}?`,
      children: (
        <>
          {howMany(schema, usage?.objects)} Fields and everything that ties them to people and other objects go with
          them, for good.
          <HeldBy uses={usage?.uses} />
        </>
      ),
      confirm: 'Delete for good',
      danger: true,
      isHeld: !!usage?.uses.length,
    })
    if (isSure) remove.mutate({ params: { objectName: name } })
  }
}
