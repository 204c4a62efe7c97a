import { textLiquid } from './engine.ts'

/** What is wrong in a text, and where; line and column count from 1. */
export type LiquidError = { message: string; line: number; column: number }

type Located = Error & { token?: { begin?: number; end?: number; getPosition?(): [number, number] } }

/** A text with more mistakes than this is not written in Liquid. */
const MOST_ERRORS = 20

const clean = (message: string) => message.replace(/,? ?(?:file:[^,]*, ?)?line:\d+, col:\d+.*$/s, '').trim()

// Lines stay where they are, so that what follows is found at its place.
const blank = (text: string, from: number, to: number) =>
  text.slice(0, from) + text.slice(from, to).replace(/[^\n]/g, ' ') + text.slice(to)

const END = /\{%-?\s*end(\w+)/

const nextError = (text: string): { error: LiquidError; rest: string | undefined } | undefined => {
  try {
    textLiquid.parse(text)
    return undefined
  } catch (caught) {
    const { message, token } = caught as Located
    const [line, column] = token?.getPosition?.() ?? [1, 1]
    const { begin, end } = token ?? {}
    const isPlaced = begin !== undefined && end !== undefined && end > begin
    return { error: { message: clean(message), line, column }, rest: isPlaced ? blank(text, begin, end) : undefined }
  }
}

/** What a mistake leaves behind: the end of a block whose beginning was wrong is no mistake of its own. */
const isConsequence = ({ message }: LiquidError, wrong: ReadonlySet<string>) => {
  const name = END.exec(`{% ${/tag "end(\w+)"/.exec(message)?.[0].slice(5, -1) ?? ''}`)?.[1]
  return name !== undefined && wrong.has(name)
}

/** All that is wrong with the Liquid of a text, from its beginning; empty where it can be processed. */
export const checkLiquid = (source: string): LiquidError[] => {
  if (!source.includes('{{') && !source.includes('{%')) return []
  const errors: LiquidError[] = []
  const wrong = new Set<string>()
  let text: string | undefined = source
  for (let tries = 0; text !== undefined && tries < MOST_ERRORS; tries++) {
    const found = nextError(text)
    if (!found) break
    if (!isConsequence(found.error, wrong)) errors.push(found.error)
    const begun = /\{%-?\s*(\w+)/.exec(
      source.split('\n')[found.error.line - 1]?.slice(found.error.column - 1) ?? '',
    )?.[1]
    if (begun) wrong.add(begun)
    text = found.rest
  }
  return errors.sort((a, b) => a.line - b.line || a.column - b.column)
}
