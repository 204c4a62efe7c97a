import { type House, type Keys, notFound } from '@millrace/kit/server'
import type { z } from 'zod'
import type { InAppMessage } from '../../contract/inAppCalls.ts'
import { type Reader, readerOf } from './identity.ts'
import { countMessages } from './messageRows.ts'

const MOST = 20

/** What waits for a person: neither closed nor expired. */
const OPEN = `select m.id, m.title, m.body, m.link, m.button, m.created_at as "createdAt", m.expires_at as "expiresAt", m.seen_at as "seenAt"
  from in_app_messages m where m.account_id = $1 and m.person_id = $2 and m.closed_at is null and m.expires_at > $3
  order by m.account_id, m.person_id, m.id desc limit ${MOST}`

type Row = {
  id: number
  title: string
  body: string
  link: string | null
  button: string | null
  createdAt: Date
  expiresAt: Date
  seenAt: Date | null
}

const TOKEN = /^(\d{1,15})-([\w-]{16})$/

const textOf = (accountId: number, id: number) => `${accountId} ${id}`

/** Names a message to those who may read it: signed, so that nobody else can say what became of it. */
const tokenOf = (keys: Keys, accountId: number, id: number): string =>
  `${id}-${keys.sign('flows.in-app-message', textOf(accountId, id), 12)}`

const idIn = (keys: Keys, accountId: number, token: string): number => {
  const [, id = '', signature = ''] = TOKEN.exec(token) ?? []
  if (!id || !keys.verify('flows.in-app-message', textOf(accountId, Number(id)), signature, 12)) throw notFound()
  return Number(id)
}

/** Messages that wait for whoever reads. */
export const readMessages = (
  house: House,
  accountId: number,
  reader: Reader,
): Promise<{ messages: z.input<typeof InAppMessage>[] }> =>
  house.db.account(accountId, async (tx) => {
    const personId = await readerOf(tx, house, accountId, reader)
    if (personId === undefined) return { messages: [] }
    const rows = await tx.rows<Row>(OPEN, [accountId, personId, house.clock.now()], 'flows-in-app-open')
    const messages = rows.map(({ id, createdAt, expiresAt, seenAt, ...row }) => ({
      ...row,
      id: tokenOf(house.keys, accountId, id),
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      seenAt: seenAt?.toISOString() ?? null,
    }))
    return { messages }
  })

/** What may become of a message. */
export type Act = 'seen' | 'clicked' | 'closed'

/** Notes what became of a message, each once; whoever clicked or closed it has seen it. */
const NOTE = `update in_app_messages m set
    seen_at = coalesce(m.seen_at, $3),
    clicked_at = case when $4 = 'clicked' then coalesce(m.clicked_at, $3) else m.clicked_at end,
    closed_at = case when $4 = 'closed' then coalesce(m.closed_at, $3) else m.closed_at end
  from (select seen_at, clicked_at, closed_at from in_app_messages where account_id = $1 and id = $2 for update) before
  where m.account_id = $1 and m.id = $2
  returning m.step_id as "stepId", before.seen_at is null as "isSeen",
    before.clicked_at is null and m.clicked_at is not null as "isClicked",
    before.closed_at is null and m.closed_at is not null as "isClosed"`

type Noted = { stepId: number; isSeen: boolean; isClicked: boolean; isClosed: boolean }

/** Notes what became of a message; said twice it counts once. */
export const noteMessage = (house: House, accountId: number, token: string, act: Act): Promise<void> =>
  house.db.account(accountId, async (tx) => {
    const id = idIn(house.keys, accountId, token)
    const noted = await tx.one<Noted>(NOTE, [accountId, id, house.clock.now(), act], 'flows-in-app-note')
    if (!noted) throw notFound()
    const counts = { seen: Number(noted.isSeen), clicked: Number(noted.isClicked), closed: Number(noted.isClosed) }
    if (counts.seen || counts.clicked || counts.closed) await countMessages(tx, accountId, noted.stepId, counts)
  })
