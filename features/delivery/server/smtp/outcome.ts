import type { Chunk } from './chunks.ts'
import type { Reply } from './reply.ts'

/**
 * What became of one try to hand over a mail.
 * - accepted: the server said so
 * - refused: the server said no; a code of 4xx may be tried again
 * - notSent: the server surely has not got it; trying again is safe. `isOwn`: because of us, not of the mail or the line
 * - uncertain: all of it was written and no answer came
 */
export type Outcome =
  | { kind: 'accepted'; reply: Reply }
  | { kind: 'refused'; stage: 'sender' | 'recipient' | 'message'; reply: Reply }
  | { kind: 'notSent'; error: string; isUnreachable: boolean; isOwn?: true }
  | { kind: 'uncertain'; error: string }

/** A mail for the wire. `onWire` is called just before its last bytes are written; false holds them back. */
export type WireMail = {
  from: string
  to: string
  /** Who else gets it. What becomes of the mail is what becomes of it for `to`. */
  copies?: readonly string[]
  source: readonly Chunk[]
  onWire?(): boolean | void
}
