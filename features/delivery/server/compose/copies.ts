import { type MailData, renderWords, type Template } from '@millrace/emails/server'
import type { ClaimedSend } from '../ledger/row.ts'
import { asciiAddress, isMailable } from '../mime/headers.ts'

/** Who gets a copy of a mail: seen by its readers (cc), or not (bcc). */
export type Copies = { cc: readonly string[]; bcc: readonly string[] }

const NOBODY: Copies = { cc: [], bcc: [] }
/** More addresses than these of each kind get no copy. */
const MOST = 10

const asOne = (address: string) => address.toLowerCase()

const addressesIn = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((part) => (/<([^<>]*)>/.exec(part)?.[1] ?? part).trim())
    .filter((address) => isMailable(address))
    .map(asciiAddress)

const unlike = (addresses: readonly string[], taken: Set<string>): string[] =>
  addresses.filter((address) => !taken.has(asOne(address)) && taken.add(asOne(address))).slice(0, MOST)

const NO_SLOTS = { unsubscribeUrl: '' }

const wordsOf = (text: string, data: () => MailData) =>
  text.includes('{') ? renderWords(text, data(), NO_SLOTS) : text

/** Who gets a copy, as the program asked for it or else as the email says. Tests go to whom they are for alone. */
export const copiesOf = (
  { reasonKind, content, properties }: Pick<ClaimedSend, 'reasonKind' | 'content' | 'properties'>,
  template: Template | undefined,
  to: string,
  data: () => MailData,
): Copies => {
  if (reasonKind === 'test' || reasonKind === 'system') return NOBODY
  const own = content ? undefined : template
  const asked = (given: readonly string[] | undefined, written: string | undefined) =>
    given ? given.join(',') : written && wordsOf(written, data)
  const [cc, bcc] = [asked(properties?.cc, own?.cc), asked(properties?.bcc, own?.bcc)]
  if (!cc && !bcc) return NOBODY
  const taken = new Set([asOne(to)])
  return { cc: unlike(addressesIn(cc ?? ''), taken), bcc: unlike(addressesIn(bcc ?? ''), taken) }
}

/** The copies that may go: not to addresses that mail must not go to. */
export const sendableCopies = (
  { cc, bcc }: Copies = NOBODY,
  suppressed: ReadonlyMap<string, readonly string[]>,
  isTransactional: boolean,
): Copies => {
  const mayGo = (address: string) =>
    !(suppressed.get(asOne(address)) ?? []).some((reason) => !isTransactional || reason !== 'unsubscribed')
  return { cc: cc.filter(mayGo), bcc: bcc.filter(mayGo) }
}
