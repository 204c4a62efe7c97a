import { useCall } from '@millrace/kit/web'
import { type ObjectSchema, objectsContract } from '@millrace/objects/contract'
import { createContext, useContext, useMemo } from 'react'
import { OF_PEOPLE } from '../../contract/subjects.ts'

/** What the flow around takes: `person`, `company` or another kind of objects. */
export const FlowKind = createContext(OF_PEOPLE)

/** What those are called who go through a flow, within a sentence. */
export type KindWords = { one: string; many: string }

/** What those are called who go through flows of people. */
export const PEOPLE: KindWords = { one: 'person', many: 'people' }
/** Rarely does a kind change while somebody draws. */
const STALE_MS = 60_000

/** The kind of objects that a flow takes; undefined for flows of people, and until it is read. */
export const useKindSchema = (objectType: string): ObjectSchema | undefined => {
  const isOfPeople = objectType === OF_PEOPLE
  const { data } = useCall(objectsContract.listSchemas, {}, { enabled: !isOfPeople, staleMs: STALE_MS })
  return isOfPeople ? undefined : data?.schemas.find(({ name }) => name === objectType)
}

/** What those of a kind are called. */
export const useWordsOf = (objectType: string): KindWords => {
  const schema = useKindSchema(objectType)
  return useMemo(() => {
    if (objectType === OF_PEOPLE) return PEOPLE
    return schema
      ? { one: schema.displayNameSingular.toLowerCase(), many: schema.displayNamePlural.toLowerCase() }
      : { one: objectType, many: `${objectType} objects` }
  }, [objectType, schema])
}

/** What the flow around takes, with its fields where these are objects, and what they are called. */
export const useFlowKind = () => {
  const objectType = useContext(FlowKind)
  return {
    objectType,
    isOfPeople: objectType === OF_PEOPLE,
    schema: useKindSchema(objectType),
    words: useWordsOf(objectType),
  }
}

/** Where somebody or something of a flow has a page. */
export const addressOf = (objectType: string, id: number): string =>
  objectType === OF_PEOPLE ? `/people/${id}` : `/objects/${encodeURIComponent(objectType)}/${id}`
