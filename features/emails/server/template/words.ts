import { compileTemplate, withText } from './compileTemplate.ts'
import type { Template } from './template.ts'

/** The words of one mail, not made ready yet. Its plain text is made of the HTML unless there is another `text`. */
export type Words = Record<'subject' | 'preheader' | 'fromName' | 'replyName' | 'html', string> & {
  accountId: number
  text?: string | undefined
}

const ABOUT = { emailId: 0, version: 0, name: '', isTransactional: true, categoryId: null }
const NO_ADDRESSES = { fromEmail: '', replyEmail: '', cc: '', bcc: '' }

/** Words made ready. */
export const templateOfWords = ({ text, ...words }: Words): Template => {
  const template = compileTemplate({ ...ABOUT, ...NO_ADDRESSES, ...words })
  return text === undefined ? template : withText(template, text)
}

/** With more signs, or more places for Liquid, making words ready takes long enough to be felt by others. */
const MANY_SIGNS = 64_000
const MANY_PLACES = 500

const hasMany = (text: string) => {
  let found = 0
  for (let at = text.indexOf('{'); at >= 0 && found <= MANY_PLACES; at = text.indexOf('{', at + 2)) {
    if (text[at + 1] === '{' || text[at + 1] === '%') found++
  }
  return found > MANY_PLACES
}

/** True where making words ready takes long. */
export const isLong = (words: Words): boolean =>
  [words.html, words.text ?? '', words.subject, words.preheader, words.fromName, words.replyName].some(
    (text) => text.length > MANY_SIGNS || hasMany(text),
  )
