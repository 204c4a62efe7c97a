import { isOfText } from '../liquid/isOfText.ts'
import { cpuMs, isOverLimit } from '../liquid/limitedLiquid.ts'
import { fillFor, together } from './compileTemplate.ts'
import { fillBeside, fillWordsBeside, type TimedMail, UnfilledText } from './fillBeside.ts'
import type { FilledMail, MailData, MailScope, MailSlots, RenderedMail, Template } from './template.ts'
import { isLong, templateOfWords, type Words } from './words.ts'

/** A mail that takes longer to be filled, in ms of processor time, holds up those of others. */
export const SLOW_MS = 5
/** The mean goes by about so many mails. */
const LOOKS_BACK = 16

type Pace = { mean: number; mails: number }
type Parts = Template['parts']

/** By the compiled texts, which all ways of asking for a template share. */
const paces = new WeakMap<Parts, Pace>()

const note = ({ parts }: Template, ms: number) => {
  const pace = paces.get(parts) ?? { mean: 0, mails: 0 }
  pace.mails = Math.min(pace.mails + 1, LOOKS_BACK)
  pace.mean += (ms - pace.mean) / pace.mails
  paces.set(parts, pace)
}

/** How long a mail of a template takes to be filled, in ms of processor time, by those that were; 0 where none was yet. */
export const paceOf = ({ parts }: Pick<Template, 'parts'>): number => paces.get(parts)?.mean ?? 0

/** True where filling a mail takes so long that it is done beside the thread that everything else runs on. */
export const isSlow = (template: Pick<Template, 'parts'>): boolean => paceOf(template) > SLOW_MS

/** So much is tried on the thread that everything else runs on: ms of all texts of a mail together, and memory of each. */
const HERE_MS = 20
const HERE_MEMORY = 256 << 10

const fillHere = (template: Template, data: MailData, slots: MailSlots, limits?: MailScope['limits']): TimedMail => {
  const before = cpuMs()
  const mail = fillFor(template, data, slots, limits)
  return { mail, ms: cpuMs() - before }
}

/** The mail, where that is done soon. */
const tryHere = (template: Template, data: MailData, slots: MailSlots): TimedMail | undefined => {
  const before = cpuMs()
  try {
    return fillHere(template, data, slots, () => ({ ms: HERE_MS - (cpuMs() - before), memory: HERE_MEMORY }))
  } catch (error) {
    if (isOverLimit(error)) return undefined
    throw error
  } finally {
    note(template, cpuMs() - before)
  }
}

/**
 * The mail that one person gets, as `fillFor` makes it, and how long that took. Nobody else is held up for longer than a
 * moment: what is not done by then, and what has been slow before, is filled in a thread of its own, in the account's turn.
 */
const fillTimed = async (template: Template, data: MailData, slots: MailSlots): Promise<TimedMail> => {
  const quick = isSlow(template) ? undefined : tryHere(template, data, slots)
  if (quick) return quick
  const filled = await fillBeside(template, data, slots, () => fillHere(template, data, slots))
  note(template, filled.ms)
  return filled
}

/** The mail that one person gets, made as `fillTimed` does. */
export const fillMail = async (template: Template, data: MailData, slots: MailSlots): Promise<FilledMail> =>
  (await fillTimed(template, data, slots)).mail

/** Fills words for one mail; what is made ready or filled slowly is done beside, as `fillTimed` does. */
export const fillWords = async (
  words: Words,
  data: MailData,
  slots: MailSlots,
): Promise<{ mail: RenderedMail; ms: number }> => {
  const { mail, ms } = isLong(words)
    ? await fillWordsBeside(words, data, slots, () => fillHere(templateOfWords(words), data, slots))
    : await fillTimed(templateOfWords(words), data, slots)
  return { mail: together(mail), ms }
}

/** What is wrong with the texts of a mail, in words for their author; undefined where an error is about something else. */
export const problemOfText = (error: unknown): string | undefined =>
  error instanceof UnfilledText || isOfText(error) ? (error as Error).message : undefined
