import { cpuMs } from '../liquid/limitedLiquid.ts'
import { fillFor } from './compileTemplate.ts'
import { fillBeside } from './fillBeside.ts'
import type { FilledMail, MailData, MailSlots, Template } from './template.ts'

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

const fillHere = (template: Template, data: MailData, slots: MailSlots): FilledMail => {
  const before = cpuMs()
  try {
    return fillFor(template, data, slots)
  } finally {
    note(template, cpuMs() - before)
  }
}

/**
 * The mail that one person gets, as `fillFor` makes it. How long it took is kept; mails of a template that has been slow
 * are filled in a thread of their own, one after another, so that nothing else waits for them.
 */
export const fillMail = async (template: Template, data: MailData, slots: MailSlots): Promise<FilledMail> => {
  if (!isSlow(template)) return fillHere(template, data, slots)
  const { mail, ms } = await fillBeside(template, data, slots, () => fillHere(template, data, slots))
  if (ms !== undefined) note(template, ms)
  return mail
}
