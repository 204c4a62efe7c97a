import { askFirst, askFor, forget, plural, useMutate } from '@millrace/kit/web'
import { type ObjectSchema, objectsContract } from '../../contract/index.ts'
import { OBJECT_CALLS, SCHEMA_CALLS } from '../data.ts'

const howMany = async ({ name, displayNameSingular, displayNamePlural }: ObjectSchema): Promise<string> => {
  const [one, many] = [displayNameSingular.toLowerCase(), displayNamePlural.toLowerCase()]
  const asked = { params: { objectName: name }, query: {} }
  const answer = await askFor(objectsContract.countObjects, asked).catch(() => undefined)
  if (!answer) return `All ${many} are deleted.`
  if (answer.count === 0) return `There are no ${many} yet.`
  return `${plural(answer.count, one, many)} ${answer.count === 1 ? 'is' : 'are'} deleted.`
}

/** Asks, then deletes a kind with all its objects; says how many they are. */
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
    const isSure = await askFirst({
      title: `Delete ${displayNamePlural.toLowerCase()}?`,
      children: `${await howMany(schema)} Fields and everything that ties them to people and other objects go with them, for good. Segments and flows of ${displayNamePlural.toLowerCase()} have to go first.`,
      confirm: 'Delete for good',
      danger: true,
    })
    if (isSure) remove.mutate({ params: { objectName: name } })
  }
}
