import { textLiquid } from './engine.ts'

/** What is wrong in a text, and where; line and column count from 1. */
export type LiquidError = { message: string; line: number; column: number }

type Located = Error & { token?: { getPosition?(): [number, number] } }

const clean = (message: string) => message.replace(/,? ?(?:file:[^,]*, ?)?line:\d+, col:\d+.*$/s, '').trim()

/** What is wrong with the Liquid of a text; empty where it can be processed. */
export const checkLiquid = (text: string): LiquidError[] => {
  if (!text.includes('{{') && !text.includes('{%')) return []
  try {
    textLiquid.parse(text)
    return []
  } catch (error) {
    const [line, column] = (error as Located).token?.getPosition?.() ?? [1, 1]
    return [{ message: clean((error as Error).message), line, column }]
  }
}
