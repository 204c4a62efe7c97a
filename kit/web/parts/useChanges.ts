import { useState } from 'react'

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** What was changed of a thing and is not saved yet. A value that is put back to what it was counts as unchanged. */
export const useChanges = (thing: Readonly<Record<string, unknown>>) => {
  const [changes, setChanges] = useState<Record<string, unknown>>({})
  return {
    changes,
    isDirty: Object.keys(changes).length > 0,
    /** A value as the form shows it. */
    shown: (name: string): unknown => (name in changes ? changes[name] : thing[name]),
    put: (name: string, value: unknown) =>
      setChanges((before) => {
        const { [name]: _, ...others } = before
        return isSame(value, thing[name]) ? others : { ...others, [name]: value }
      }),
  }
}
