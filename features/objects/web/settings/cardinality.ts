import type { Association } from '../../contract/index.ts'

/** The types of association, in words: how many of the one belong to how many of the other. */
export const typeInWords = (type: Association['type'], from: string, to: string): string => {
  if (type === '1:1') return `one ${from}, one ${to}`
  return type === '1:M' ? `one ${from}, many ${to}` : `many ${from}, many ${to}`
}

/** What a type of association means, as a sentence. */
export const typeAsSentence = (type: Association['type'], from: string, to: string): string => {
  if (type === '1:1') return `A ${from} has one ${to}, and a ${to} has one ${from}.`
  if (type === '1:M') return `A ${from} can have many ${to}; each of them belongs to one ${from}.`
  return `A ${from} can have many ${to}, and the other way round.`
}
