import { paceOf, type Template } from '@millrace/emails/server'
import { RENDER_MS } from '../compose/inTime.ts'

/** A lane's mail of one account. */
type Lane = { accountId: number; isUrgent?: boolean | undefined }

/** Whose mail was slow to be filled when it was last made, and how long one of them takes. */
export type SlowMail = {
  has(lane: Lane): boolean
  /** How many rows a batch takes of this mail, of `most`. */
  rowsFor(lane: Lane, most: number): number
  /** Learns from the mails of a batch. */
  note(lane: Lane, mails: readonly { template?: Template | undefined }[]): void
}

/** From where on mail counts as slow, in ms of processor time for each: as `isSlow` of emails, over a whole batch. */
const SLOW_MS = 5

const keyOf = ({ accountId, isUrgent }: Lane) => (isUrgent ? -accountId - 1 : accountId)

/** Keeps, in this process, whose mail is slow. */
export const slowMail = (): SlowMail => {
  const paces = new Map<number, number>()
  return {
    has: (lane) => paces.has(keyOf(lane)),
    rowsFor: (lane, most) => {
      const pace = paces.get(keyOf(lane))
      return pace ? Math.max(1, Math.min(most, Math.floor(RENDER_MS / pace))) : most
    },
    note: (lane, mails) => {
      if (!mails.length) return
      const mean = mails.reduce((all, { template }) => all + (template ? paceOf(template) : 0), 0) / mails.length
      if (mean > SLOW_MS) paces.set(keyOf(lane), mean)
      else paces.delete(keyOf(lane))
    },
  }
}
