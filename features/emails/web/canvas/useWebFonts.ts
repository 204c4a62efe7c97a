import { useEffect } from 'react'
import type { Design } from '../../contract/design.ts'
import { textOf } from '../design/read.ts'

const FILES: Readonly<Record<string, string>> = {
  Roboto: 'roboto',
  'Roboto Mono': 'roboto-mono',
  'Roboto Slab': 'roboto-slab',
  'Open Sans': 'open-sans',
}

// With each sign one row is another object, and only that is read again.
const known = new WeakMap<object, readonly string[]>()

const namesOf = (part: object): readonly string[] => {
  const found = known.get(part)
  if (found) return found
  const text = JSON.stringify(part)
  const names = Object.keys(FILES).filter((name) => text.includes(`'${name}'`))
  known.set(part, names)
  return names
}

const namesIn = ({ body: { rows, headers = [], footers = [], values = {} } }: Design): Set<string> =>
  new Set([values, ...rows, ...headers, ...footers].flatMap(namesOf))

const load = (name: string) => {
  const address = `/fonts/${textOf(FILES, name)}-latin.woff2`
  const face = new FontFace(name, `url(${address}) format("woff2")`, { weight: '100 900' })
  document.fonts.add(face)
  return face.load()
}

const loading = new Set<string>()

/** Loads the web fonts that a design names, so that it is written in what its readers see. */
export const useWebFonts = (design: Design): void => {
  const key = [...namesIn(design)].join()
  useEffect(() => {
    for (const name of key.split(',').filter(Boolean)) {
      if (loading.has(name)) continue
      loading.add(name)
      load(name).catch(() => loading.delete(name))
    }
  }, [key])
}
