import type { Tx } from '@millrace/kit/server'
import { countMail, type Figure } from '../ledger/counts.ts'
import { mailProps } from '../ledger/recordResults.ts'
import type { DeliveryPorts, EmailEvent } from '../ports.ts'
import { countLinks, type LinkCounts } from './countLinks.ts'
import type { Reader } from './reader.ts'
import { noteReading, type ReadSend } from './readSend.ts'

/** An event repeated within this time says nothing new. */
const REPEAT_MS = 60_000

type Ports = Pick<DeliveryPorts, 'recordEvents'>

const eventOf = (
  send: ReadSend,
  name: string,
  at: Date,
  reader: Reader,
  more: Record<string, unknown> = {},
): EmailEvent => ({
  personId: send.personId,
  name,
  kind: 'email',
  at,
  props: {
    ...mailProps(send),
    ...more,
    ...(reader.isBot && { isBot: true }),
    ...(reader.proxy && { proxy: reader.proxy }),
  },
})

const write = async (
  tx: Tx,
  ports: Ports,
  send: ReadSend,
  at: Date,
  figures: Partial<Record<Figure, number>>,
  events: EmailEvent[],
) => {
  await countMail(tx, send.accountId, at, [{ ...send, figures }])
  if (send.personId && events.length) await ports.recordEvents(tx, send.accountId, events)
}

/** Counts an opening and tells of it. The mail is held by the caller. */
export const tellOpen = async (tx: Tx, ports: Ports, send: ReadSend, at: Date, reader: Reader): Promise<void> => {
  if (reader.isBot) {
    await noteReading(tx, send, { botOpens: 1 })
    return write(tx, ports, send, at, { bot_opens: 1 }, [eventOf(send, 'Email opened', at, reader)])
  }
  await noteReading(tx, send, { opens: 1, openedAt: at })
  const isRepeated = send.openedAt !== null && at.getTime() - send.openedAt.getTime() < REPEAT_MS
  const events = isRepeated ? [] : [eventOf(send, 'Email opened', at, reader)]
  const figures = { opens: 1, ...(send.openedAt === null && { opened: 1 }) }
  send.openedAt ??= at
  return write(tx, ports, send, at, figures, events)
}

/** The first click of each link of a mail, a person's before any machine's; answers whether this was it. */
const FIRST = `insert into send_clicks as c (account_id, reason_at, send_id, link_id, at, is_bot) values ($1, $2, $3, $4, $5, $6)
  on conflict (account_id, reason_at, send_id, link_id) do update set at = excluded.at, is_bot = excluded.is_bot where c.is_bot`

/** The link that no reader sees. */
const NO_LINK = 0

/** Remembers at the mail that a machine was there. */
export const noteMachine = async (tx: Tx, send: ReadSend, at: Date): Promise<void> => {
  await tx.run(FIRST, [send.accountId, send.reasonAt, send.id, NO_LINK, at, true], 'clicks-first')
  await noteReading(tx, send, { botClicks: 1 })
}

/** A link of a mail, and where it leads. */
export type ReadLink = { linkId: number; url: string }

/** Counts a click and tells of it; whoever clicks has opened. The mail is held by the caller. */
export const tellClick = async (
  tx: Tx,
  ports: Ports,
  send: ReadSend,
  { linkId, url }: ReadLink,
  at: Date,
  reader: Reader,
): Promise<void> => {
  const { accountId, reasonAt, id } = send
  const isFirst = (await tx.run(FIRST, [accountId, reasonAt, id, linkId, at, reader.isBot], 'clicks-first')) > 0
  const clicked = eventOf(send, 'Email clicked', at, reader, { url, linkId })
  const counts: LinkCounts = reader.isBot ? { bot_clicks: 1 } : { clicks: 1, ...(isFirst && { clicked: 1 }) }
  await countLinks(tx, send, linkId, at, counts)
  if (reader.isBot) {
    await noteReading(tx, send, { botClicks: 1 })
    return write(tx, ports, send, at, { bot_clicks: 1 }, [clicked])
  }
  await noteReading(tx, send, { clicks: 1, openedAt: at, clickedAt: at })
  const opened = send.openedAt ? [] : [eventOf(send, 'Email opened', at, reader, { isByClick: true })]
  const figures = { clicks: 1, ...(!send.clickedAt && { clicked: 1 }), ...(!send.openedAt && { opened: 1 }) }
  send.openedAt ??= at
  send.clickedAt ??= at
  return write(tx, ports, send, at, figures, [...opened, clicked])
}
