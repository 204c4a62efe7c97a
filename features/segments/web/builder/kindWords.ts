import { isPersonName } from '@millrace/objects/contract'
import { useSchemas } from '../sources.ts'

/** What the things of a kind are called within sentences, and where those of a segment are listed. */
export type KindWords = { isOfPeople: boolean; one: string; many: string; addressOf: (segmentId: number) => string }

/** The words for a kind: people, companies, … */
export const useKindWords = (objectName: string): KindWords => {
  const isOfPeople = isPersonName(objectName)
  const schema = useSchemas(!isOfPeople)?.find(({ name }) => name.toLowerCase() === objectName.toLowerCase())
  if (isOfPeople)
    return { isOfPeople, one: 'person', many: 'people', addressOf: (segmentId) => `/segments?folder=${segmentId}` }
  return {
    isOfPeople,
    one: schema?.displayNameSingular.toLowerCase() ?? 'object',
    many: schema?.displayNamePlural.toLowerCase() ?? 'objects',
    addressOf: (segmentId) => `/objects/${encodeURIComponent(objectName)}?folder=${segmentId}`,
  }
}
