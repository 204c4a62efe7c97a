import { joined } from '@millrace/emails/server'
import type { House, Tx } from '@millrace/kit/server'
import { unsubscribeUrl } from '@millrace/preferences/server'
import { contentOf, type GoingMail } from '../compose/composeBatch.ts'
import { dataFor } from '../compose/dataFor.ts'
import { escapeHtml } from '../compose/footer.ts'
import { linkNamesOf, NO_NAMES } from '../compose/linkNames.ts'
import { slotsOf } from '../compose/slotsOf.ts'
import { subscriberOf } from '../compose/subscriberOf.ts'
import { addressOf, readAccount } from '../ledger/facts.ts'
import { addObjectsOf, readEvents, readPeople, showsOf } from '../ledger/filling.ts'
import { CLAIMED_COLUMNS, type ClaimedSend, type SendKey, templateKey } from '../ledger/row.ts'
import { templateInWay } from '../ledger/variants.ts'
import type { DeliveryPorts } from '../ports.ts'
import type { LinkList } from './links.ts'

/** A mail that has left, with the version that it was made from. */
const READ = `select ${CLAIMED_COLUMNS}, s.email_version as version from sends s
  where s.account_id = $1 and s.reason_at = $2 and s.id = $3 and s.attempted_at is not null`

type Sent = ClaimedSend & { version: number | null }
type Tools = { house: House; links: LinkList; ports: Pick<DeliveryPorts, 'goalSql'> }

const page = (text: string) =>
  `<!doctype html><html><head><meta charset="utf-8"><title></title></head><body><pre style="white-space:pre-wrap;font:15px/1.6 sans-serif;max-width:640px;margin:32px auto;padding:0 16px">${escapeHtml(text)}</pre></body></html>`

const readMail = async ({ house, ports }: Tools, tx: Tx, send: Sent) => {
  const { accountId, personId, emailId, variantId, version } = send
  const people = await readPeople(tx, accountId, personId > 0 ? [personId] : [])
  const person = people.get(personId)
  const template =
    emailId > 0 ? await templateInWay(tx, accountId, emailId, variantId, version ?? undefined) : undefined
  if ((personId > 0 && !person) || (!template && !send.content)) return undefined
  const account = await readAccount(tx, accountId)
  const events = await readEvents(tx, accountId, [send])
  const templates = new Map([[templateKey(send), template]])
  await addObjectsOf(tx, accountId, people, templates)
  const shows = await showsOf(tx, { accountId, now: house.clock.now(), goalSql: ports.goalSql }, [send], templates)
  const to = addressOf(send, person) ?? ''
  const mail: GoingMail = { send, template, person, to, isTransactional: send.isTransactional ?? false }
  return { mail, account, templates, data: dataFor(send, person, { account, events, shows }) }
}

/**
 * A mail as its reader got it, for a browser: the version that left, filled with what is known now. Whoever is gone, and
 * what was forgotten, is shown no more. Looking at it is no opening: it has no pixel; its links are the mail's own.
 */
export const viewedMail = async (tools: Tools, key: SendKey): Promise<string | undefined> => {
  const { house } = tools
  // Filling may take its time: no connection is held meanwhile.
  const found = await house.db.system(async (tx) => {
    const send = await tx.one<Sent>(READ, [key.accountId, key.reasonAt, key.id], 'mail-viewed')
    const read = send && (await readMail(tools, tx, send))
    return send && read && { send, ...read }
  })
  if (!found) return undefined
  const { send, mail, data } = found
  const names = (await linkNamesOf(found, send.accountId, tools)).get(templateKey(send)) ?? NO_NAMES
  const own = { wayOut: unsubscribeUrl(house, subscriberOf(mail)), base: house.publicUrl }
  const { pixelUrl: _pixel, trapUrl: _trap, ...slots } = slotsOf(mail, names, house, own, data)
  const { html, text } = await contentOf(mail, data, slots)
  const shown = typeof html === 'string' ? html : joined(html)
  return shown || page(typeof text === 'string' ? text : joined(text))
}
