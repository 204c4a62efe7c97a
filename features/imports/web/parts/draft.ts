import { useCallback, useMemo, useState } from 'react'
import type { Encoding, Preview, Strategy, Target } from '../../contract/import.ts'

/** A target as the screen edits it: whether its field is still to be made. */
export type DraftTarget = Target & { isNew: boolean }

/** An import that is being put together. */
export type Draft = {
  name: string
  mapping: Record<string, DraftTarget | null>
  tags: string[]
  strategy: Strategy
  encoding: Encoding | undefined
}

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

/** What was chosen so far for a file, over what its preview guesses; and a function that changes it. */
export const useDraft = (key: string, preview: Preview | undefined): [Draft, (changes: Partial<Draft>) => void] => {
  const [kept, setKept] = useState(() => read(key))
  const draft = useMemo<Draft>(() => {
    const guesses = Object.fromEntries((preview?.columns ?? []).map(({ header, guess }) => [header, guess]))
    return {
      name: kept.name ?? preview?.fileName.replace(/\.[a-z]{1,5}$/i, '') ?? '',
      mapping: { ...guesses, ...kept.mapping },
      tags: kept.tags ?? [],
      strategy: kept.strategy ?? 'update',
      encoding: kept.encoding,
    }
  }, [kept, preview])
  const change = useCallback(
    (changes: Partial<Draft>) =>
      setKept((old) => {
        const next = { ...old, ...changes }
        keep(key, next)
        return next
      }),
    [key],
  )
  return [draft, change]
}

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
