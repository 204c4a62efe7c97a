import type { House, Tx } from '@millrace/kit/server'
import { countMail, type Figure } from '../ledger/counts.ts'
import { mailProps } from '../ledger/recordResults.ts'
import type { SendKey } from '../ledger/row.ts'
import type { DeliveryPorts, EmailEvent } from '../ports.ts'
import { burstOf, countLinks, type LinkCounts, takeBack } from './bursts.ts'
import type { Reader } from './reader.ts'

/** The mail that was read, as far as reading concerns it. */
export type ReadSend = SendKey & {
  personId: number
  emailId: number
  flowId: number
  stepId: number
  broadcastId: number
  variantId: number
  acceptedAt: Date | null
  openedAt: Date | null
  clickedAt: Date | null
}

/** A row, held while its reading is written. */
const HOLD = `select s.account_id as "accountId", s.reason_at as "reasonAt", s.id, s.person_id as "personId", s.email_id as "emailId",
    s.flow_id as "flowId", s.step_id as "stepId", s.broadcast_id as "broadcastId", s.variant_id as "variantId",
    s.accepted_at as "acceptedAt", s.opened_at as "openedAt",
    s.clicked_at as "clickedAt"
  from sends s where s.account_id = $1 and s.reason_at = $2 and s.id = $3 for update`

/** Notes an opening or a click at the row; the first human one keeps its time. */
const NOTE = `update sends set opens = opens + $4, bot_opens = bot_opens + $5, clicks = clicks + $6, bot_clicks = bot_clicks + $7,
    opened_at = coalesce(opened_at, $8), clicked_at = coalesce(clicked_at, $9)
  where account_id = $1 and reason_at = $2 and id = $3`

type Noted = {
  opens?: number
  botOpens?: number
  clicks?: number
  botClicks?: number
  openedAt?: Date
  clickedAt?: Date
}

const note = (tx: Tx, { accountId, reasonAt, id }: SendKey, noted: Noted) =>
  tx.run(
    NOTE,
    [
      accountId,
      reasonAt,
      id,
      noted.opens ?? 0,
      noted.botOpens ?? 0,
      noted.clicks ?? 0,
      noted.botClicks ?? 0,
      noted.openedAt ?? null,
      noted.clickedAt ?? null,
    ],
    'sends-note',
  )

/** An event repeated within this time says nothing new. */
const REPEAT_MS = 60_000

type Tools = { house: House; ports: Pick<DeliveryPorts, 'recordEvents'> }

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
  { ports }: Tools,
  send: ReadSend,
  at: Date,
  figures: Partial<Record<Figure, number>>,
  events: EmailEvent[],
) => {
  await countMail(tx, send.accountId, at, [{ ...send, figures }])
  if (send.personId && events.length) await ports.recordEvents(tx, send.accountId, events)
}

const hold = (tx: Tx, { accountId, reasonAt, id }: SendKey) =>
  tx.one<ReadSend>(HOLD, [accountId, reasonAt, id], 'sends-hold')

/** Writes down that a mail was opened. Unknown mails are none of our business. */
export const recordOpen = (tools: Tools, key: SendKey, reader: Reader): Promise<void> =>
  tools.house.db.system(async (tx) => {
    const send = await hold(tx, key)
    if (!send) return
    const at = tools.house.clock.now()
    if (reader.isBot) {
      await note(tx, send, { botOpens: 1 })
      return write(tx, tools, send, at, { bot_opens: 1 }, [eventOf(send, 'Email opened', at, reader)])
    }
    await note(tx, send, { opens: 1, openedAt: at })
    const isRepeated = send.openedAt !== null && at.getTime() - send.openedAt.getTime() < REPEAT_MS
    const events = isRepeated ? [] : [eventOf(send, 'Email opened', at, reader)]
    return write(tx, tools, send, at, { opens: 1, ...(send.openedAt === null && { opened: 1 }) }, events)
  })

/** The first click of each link of a mail; answers whether this was it. */
const FIRST = `insert into send_clicks (account_id, reason_at, send_id, link_id, at, is_bot) values ($1, $2, $3, $4, $5, $6)
  on conflict (account_id, reason_at, send_id, link_id) do nothing`

/** Writes down that a link was clicked; whoever clicks has opened. */
export const recordClick = (
  tools: Tools,
  key: SendKey,
  link: { linkId: number; url: string },
  reader: Reader,
): Promise<void> =>
  tools.house.db.system(async (tx) => {
    const send = await hold(tx, key)
    if (!send) return
    const { accountId, reasonAt, id } = send
    const at = tools.house.clock.now()
    const burst = reader.isBot ? undefined : await burstOf(tx, send, link.linkId, at)
    const isBot = reader.isBot || burst !== undefined
    const isFirst = (await tx.run(FIRST, [accountId, reasonAt, id, link.linkId, at, isBot], 'clicks-first')) > 0
    const clicked = eventOf(send, 'Email clicked', at, { ...reader, isBot }, { url: link.url, linkId: link.linkId })
    const counts: LinkCounts = isBot ? { bot_clicks: 1 } : { clicks: 1, ...(isFirst && { clicked: 1 }) }
    await countLinks(tx, send, link.linkId, at, counts)
    if (isBot) {
      await note(tx, send, { botClicks: 1 })
      if (burst) await takeBack(tx, send, burst, at)
      return write(tx, tools, send, at, { bot_clicks: 1 }, [clicked])
    }
    await note(tx, send, { clicks: 1, openedAt: at, clickedAt: at })
    const opened = send.openedAt ? [] : [eventOf(send, 'Email opened', at, reader, { isByClick: true })]
    const figures = { clicks: 1, ...(!send.clickedAt && { clicked: 1 }), ...(!send.openedAt && { opened: 1 }) }
    return write(tx, tools, send, at, figures, [...opened, clicked])
  })
