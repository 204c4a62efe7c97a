import { foldersContract } from '@millrace/folders/contract'
import { useCall } from '@millrace/kit/web'
import { useMemo } from 'react'
import { DEFAULT_COLOR, type PersonField, peopleContract, type Tag } from '../contract/index.ts'

const NO_FIELDS: PersonField[] = []
const NO_TAGS: Tag[] = []

/** The fields that people can have. */
export const useFields = (): PersonField[] => useCall(peopleContract.listFields).data?.fields ?? NO_FIELDS

/** The tags of the account. */
export const useTags = (): Tag[] => useCall(peopleContract.listTags).data?.tags ?? NO_TAGS

/** The colour that each tag was given, by its name in small letters; tags that were given none are left out. */
export const useTagColors = (): ReadonlyMap<string, string> => {
  const tags = useTags()
  return useMemo(
    () =>
      new Map(tags.filter(({ color }) => color !== DEFAULT_COLOR).map(({ tag, color }) => [tag.toLowerCase(), color])),
    [tags],
  )
}

/** Calls whose answers are old after people changed. */
export const PEOPLE_CALLS = [
  peopleContract.listPeople,
  peopleContract.searchPeople,
  peopleContract.getPerson,
  peopleContract.countTags,
]

/** Calls whose answers are old after tags changed. */
export const TAG_CALLS = [
  ...PEOPLE_CALLS,
  peopleContract.listTags,
  peopleContract.listTagUses,
  foldersContract.listFolders,
]

/** Calls whose answers are old after fields changed. */
export const FIELD_CALLS = [
  ...PEOPLE_CALLS,
  peopleContract.listFields,
  peopleContract.countFieldUses,
  peopleContract.listFieldUses,
  foldersContract.listFolders,
]
