import { useDebouncedValue } from '@mantine/hooks'
import { useCall } from '@millrace/kit/web'
import { isPersonName, type ObjectSchema, objectsContract } from '@millrace/objects/contract'
import { nameOfObject, subOfObject } from '@millrace/objects/web'
import { peopleContract } from '@millrace/people/contract'
import { nameOfPerson } from '@millrace/people/web'
import { useSchemas } from '../sources.ts'

/** Somebody or something that can be explained. */
export type FoundThing = { id: number; name: string; note: string; isArchived: boolean }

const SEARCH_FROM = 2
const MOST = 6
const DEBOUNCE_MS = 250

const useFoundPeople = (asked: string, isAsked: boolean) => {
  const { data, error } = useCall(
    peopleContract.searchPeople,
    { query: { query: asked, includeArchived: true } as never },
    { enabled: isAsked, keepPrevious: true },
  )
  const found = data?.users.slice(0, MOST).map(
    (person): FoundThing => ({
      id: person.id,
      name: nameOfPerson(person),
      note: String(person.email ?? person.userId ?? ''),
      isArchived: person.archived === true,
    }),
  )
  return { found, error }
}

const useFoundObjects = (objectName: string, schema: ObjectSchema | undefined, asked: string, isAsked: boolean) => {
  const { data, error } = useCall(
    objectsContract.searchObjects,
    { params: { objectName }, query: { query: asked || '-', limit: MOST } },
    { enabled: isAsked, keepPrevious: true },
  )
  const found =
    schema &&
    data?.objects.map(
      (object): FoundThing => ({
        id: object.id,
        name: nameOfObject(schema, object),
        note: subOfObject(schema, object) || (object.externalId ?? ''),
        isArchived: object.archived,
      }),
    )
  return { found, error }
}

/** Those of a kind who fit what is typed. */
export const useFoundThings = (objectName: string, text: string) => {
  const [asked] = useDebouncedValue(text.trim(), DEBOUNCE_MS)
  const isOfPeople = isPersonName(objectName)
  const isAsked = asked.length >= (isOfPeople ? SEARCH_FROM : 1)
  const schema = useSchemas(!isOfPeople)?.find(({ name }) => name.toLowerCase() === objectName.toLowerCase())
  const people = useFoundPeople(asked, isAsked && isOfPeople)
  const objects = useFoundObjects(objectName, schema, asked, isAsked && !isOfPeople)
  const { found, error } = isOfPeople ? people : objects
  return { found: isAsked ? found : undefined, error, isAsked }
}
