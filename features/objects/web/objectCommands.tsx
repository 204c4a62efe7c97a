import { askFor, type Command, type CommandSource, matchCommands, PersonAvatar, send } from '@millrace/kit/web'
import { IconCube } from '@tabler/icons-react'
import { type ObjectSchema, objectsContract } from '../contract/index.ts'
import { addressOfObject, addressOfSchema, nameOfObject } from './data.ts'

const MOST = 4

const listsOf = (schemas: readonly ObjectSchema[], text: string): Command[] =>
  matchCommands(
    schemas.map(({ name, displayNamePlural, displayNameSingular }) => ({
      id: `objects ${name}`,
      label: displayNamePlural,
      words: displayNameSingular,
      icon: <IconCube size={16} stroke={1.7} />,
      to: addressOfSchema(name),
    })),
    text,
  )

const objectsOf = async (schema: ObjectSchema, text: string, signal: AbortSignal): Promise<Command[]> => {
  const input = { params: { objectName: schema.name }, query: { query: text, limit: MOST } }
  const { objects } = await send(objectsContract.searchObjects, input, { signal })
  return objects.map((object) => {
    const label = nameOfObject(schema, object)
    return {
      id: `object ${object.id}`,
      label,
      note: schema.displayNameSingular,
      icon: <PersonAvatar id={object.id} name={label} size={22} isThing />,
      to: addressOfObject(schema.name, object.id),
    }
  })
}

/** Companies and other objects by what they are found by, and their lists, for the search over everything. */
export const objectCommands: CommandSource = {
  group: 'Objects',
  find: async (text, signal) => {
    const schemas = (await askFor(objectsContract.listSchemas)).schemas.slice(1)
    const found = await Promise.all(schemas.map((schema) => objectsOf(schema, text, signal)))
    return [...listsOf(schemas, text), ...found.flat()]
  },
}
