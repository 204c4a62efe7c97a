import { useCallback, useState } from 'react'
import type { Delimiter, Encoding, Import, Preview, Strategy, Target } from '../../contract/import.ts'

/** A target as the screen edits it: whether its field is still to be made. */
export type DraftTarget = Target & { isNew: boolean }

/** An import that is being put together. */
export type Draft = {
  name: string
  mapping: Record<string, DraftTarget | null>
  tags: string[]
  strategy: Strategy
  /** What was told about the file where the guess was wrong. */
  encoding: Encoding | undefined
  delimiter: Delimiter | undefined
  hasHeader: boolean | undefined
  /** The dry run, and what it was of. */
  checkId: number | undefined
  checkOf: string | undefined
}

/** An earlier import that this one is to be like. */
export type Like = Pick<Import, 'fieldMapping' | 'tags' | 'existingPeopleStrategy'>

const placeOf = (key: string) => `import:${key}`

const read = (key: string): Partial<Draft> => {
  try {
    return JSON.parse(sessionStorage.getItem(placeOf(key)) ?? '{}') as Partial<Draft>
  } catch {
    return {}
  }
}

/** Keeps what was chosen while the tab lives, so that back and reload lose nothing. */
const keep = (key: string, draft: Partial<Draft>) => {
  try {
    sessionStorage.setItem(placeOf(key), JSON.stringify(draft))
  } catch {
    // Without storage the draft lives as long as the page.
  }
}

/** Forgets a draft whose import was started. */
export const dropDraft = (key: string) => sessionStorage.removeItem(placeOf(key))

/** Where columns go unless somebody says otherwise: as they went before, else by guess. */
const mappingFor = (preview: Preview, like: Like | undefined): Draft['mapping'] =>
  Object.fromEntries(
    preview.columns.map(({ header, guess }) => {
      if (!like) return [header, guess]
      const told = like.fieldMapping[header]
      const target = typeof told === 'string' ? { field: told } : told
      return [header, target ? { ...target, isNew: false } : null]
    }),
  )

/** What was chosen so far for a file, and a function that adds to it. */
export const useChosen = (key: string): [Partial<Draft>, (changes: Partial<Draft>) => void] => {
  const [kept, setKept] = useState(() => read(key))
  const change = useCallback(
    (changes: Partial<Draft>) =>
      setKept((old) => {
        const next = { ...old, ...changes }
        keep(key, next)
        return next
      }),
    [key],
  )
  return [kept, change]
}

/** What was chosen, over what the preview guesses or an earlier import did. */
export const draftOf = (chosen: Partial<Draft>, preview: Preview, like: Like | undefined): Draft => ({
  name: chosen.name ?? preview.fileName.replace(/\.[a-z]{1,5}$/i, ''),
  mapping: { ...mappingFor(preview, like), ...chosen.mapping },
  tags: chosen.tags ?? like?.tags ?? [],
  strategy: chosen.strategy ?? like?.existingPeopleStrategy ?? 'update',
  encoding: chosen.encoding,
  delimiter: chosen.delimiter,
  hasHeader: chosen.hasHeader,
  checkId: chosen.checkId,
  checkOf: chosen.checkOf,
})

/** The columns of a draft that go somewhere. */
export const mappedOf = (draft: Draft): [string, DraftTarget][] =>
  Object.entries(draft.mapping).flatMap(([header, target]) =>
    target ? [[header, target] as [string, DraftTarget]] : [],
  )

const KEYS = ['email', 'userId', 'segmentAnonymousId', 'id']

/** What is wrong with a mapping, in a sentence; undefined where nothing is. */
export const mappingProblem = (draft: Draft): string | undefined => {
  const mapped = mappedOf(draft)
  if (!mapped.length) return "Can't import without mapped fields."
  const seen = new Map<string, string>()
  for (const [header, { field, title }] of mapped) {
    const other = seen.get(field)
    if (other !== undefined) return `“${other}” and “${header}” both go to ${title ?? field}. Choose one.`
    seen.set(field, header)
  }
  if (!KEYS.some((key) => seen.has(key)))
    return 'Map one column to Email or User ID: that is how people are told apart.'
  return undefined
}
