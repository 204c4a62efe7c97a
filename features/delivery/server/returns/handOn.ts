import type { House, Tx } from '@millrace/kit/server'
import { readTemplates } from '../ledger/facts.ts'
import { planContent } from '../ledger/planContent.ts'
import { CLAIMED_COLUMNS, type ClaimedSend, type SendKey, templateKey } from '../ledger/row.ts'
import { isMailable, oneLine } from '../mime/headers.ts'
import { isSendable } from '../senders/verifiedSenders.ts'
import { type Taken, wordsOf } from './readParts.ts'

/** The mail that is answered. */
const ANSWERED = `select ${CLAIMED_COLUMNS}, s.from_address as "fromAddress" from sends s
  where s.account_id = $1 and s.reason_at = $2 and s.id = $3`

type Row = ClaimedSend & { fromAddress: string | null }
type Named = { name: string; address: string }

const nameIn = (field: string): Named => {
  const found = /^\s*"?([^"<>]*?)"?\s*<([^<>\s]+)>/.exec(field)
  return { name: oneLine(found?.[1] ?? '').slice(0, 100), address: (found?.[2] ?? field).trim() }
}

const FILE_NAME = /(?:file)?name\*?=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i

const filesIn = ({ parts }: Taken) =>
  parts.flatMap(({ of }) => {
    const found = FILE_NAME.exec(`${of('content-disposition')} ${of('content-type')}`)
    return found ? [oneLine(found[1] ?? found[2] ?? '')] : []
  })

/** Who reads answers to a mail: as whoever sent it said, else as the email says, else whom it was from. */
const readerOf = async (tx: Tx, row: Row): Promise<string | undefined> => {
  const own = row.properties?.replyTo?.address ?? row.content?.replyTo?.address
  if (own) return own
  const { templates } = await readTemplates(tx, row.accountId, [row])
  return templates.get(templateKey(row))?.replyEmail || row.fromAddress || undefined
}

const wordsFor = (taken: Taken, publicUrl: string) => {
  const files = filesIn(taken)
  const kept = `${files.length === 1 ? 'A file came' : 'Files came'} with this answer: ${files.join(', ')}. The whole answer is kept for 30 days at ${publicUrl}/mailbox`
  return `${wordsOf(taken).trim() || '(The answer has no text.)'}\n${files.length ? `\n--\n${kept}\n` : ''}`
}

/** Hands an answer on to whoever reads answers; it leaves if and only if the transaction commits. */
export const handOn = async (house: House, tx: Tx, send: SendKey, taken: Taken): Promise<void> => {
  const { accountId, reasonAt, id } = send
  const row = await tx.one<Row>(ANSWERED, [accountId, reasonAt, id])
  const to = row && (await readerOf(tx, row))
  if (!row || !to || !isMailable(to)) return
  const author = nameIn(taken.of('reply-to') || taken.of('from'))
  const writes = nameIn(taken.of('from'))
  const text = wordsFor(taken, house.publicUrl)
  const own = row.fromAddress && (await isSendable(tx, accountId, row.fromAddress)) ? row.fromAddress : undefined
  const content = {
    subject: oneLine(taken.of('subject')).slice(0, 400) || 'Re:',
    text,
    html: '',
    ...(own && { from: { name: `${writes.name || writes.address} (answer)`, address: own } }),
    ...(isMailable(author.address) && { replyTo: author }),
  }
  await planContent(house, tx, accountId, [{ kind: 'system', to, personId: row.personId, content }])
}
