import { OF_PEOPLE } from '../../contract/subjects.ts'
import { MARK, type Picked } from './clipboard.ts'
import type { FlowDocument, LinkPart, NotePart, StepPart } from './document.ts'

const MOST = 2_000

type Loose = Record<string, unknown>
const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isPlace = ({ x, y }: Loose) => Number.isFinite(x) && Number.isFinite(y)
const hasTexts = (part: Loose, ...names: string[]) => names.every((name) => isText(part[name]))

const isStep = (part: unknown) =>
  isObject(part) &&
  hasTexts(part, 'key', 'serviceId', 'operationKey') &&
  ['trigger', 'filter', 'action'].includes(String(part.type)) &&
  isObject(part.values) &&
  isPlace(part)
const isNote = (part: unknown) =>
  isObject(part) &&
  hasTexts(part, 'key', 'text') &&
  ['note', 'annotation'].includes(String(part.type)) &&
  isPlace(part) &&
  [part.fontSize, part.width, part.height].every(Number.isFinite)
const isLink = (part: unknown) =>
  isObject(part) &&
  hasTexts(part, 'key', 'source', 'target') &&
  (part.condition === undefined || isText(part.condition))

const listOf = <T extends { key: string }>(value: unknown, isOne: (part: unknown) => boolean): Record<string, T> => {
  if (!Array.isArray(value) || value.length > MOST || !value.every(isOne)) throw new Error('not a list')
  return Object.fromEntries((value as T[]).map((part) => [part.key, part]))
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What was copied; in words, why it cannot be pasted. */
export const readParts = (text: string): Picked | string => {
  const read = parse(text)
  if (!isObject(read) || !(MARK in read)) return 'The clipboard holds no steps. Copy some steps of a flow first.'
  try {
    const document: FlowDocument = {
      steps: listOf<StepPart>(read.steps, isStep),
      notes: listOf<NotePart>(read.notes, isNote),
      links: listOf<LinkPart>(read.links, isLink),
    }
    const [account, flow] = [Number(read.account), Number(read.flow)]
    if (!(account > 0)) throw new Error('from nowhere')
    const objectType = isText(read.objectType) ? read.objectType : OF_PEOPLE
    return { account, flow, objectType, document }
  } catch {
    return 'What is in the clipboard were steps once, but they cannot be read any more. Copy them again.'
  }
}
