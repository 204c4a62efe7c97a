import type { Tx } from '@millrace/kit/server'

/** A message for one stay of a person at a step. */
export type NewMessage = {
  runId: number
  stayAt: Date
  personId: number
  title: string
  body: string
  link: string | null
  button: string | null
  expiresAt: Date
}

/** Keeps messages, once for each stay. */
const INSERT = `insert into in_app_messages
    (account_id, flow_id, step_id, run_id, stay_at, person_id, title, body, link, button, created_at, expires_at)
  select $1::int, $2::bigint, $3::bigint, u.run_id, u.stay_at, u.person_id, u.title, u.body, u.link, u.button, $4::timestamptz, u.expires_at
  from unnest($5::bigint[], $6::timestamptz[], $7::bigint[], $8::text[], $9::text[], $10::text[], $11::text[], $12::timestamptz[])
    as u(run_id, stay_at, person_id, title, body, link, button, expires_at)
  on conflict (account_id, run_id, step_id, stay_at) do nothing`

/** Counts what became of messages of a step. */
const COUNT = `insert into in_app_counts as c (account_id, step_id, made, seen, clicked, closed) values ($1, $2, $3, $4, $5, $6)
  on conflict (account_id, step_id) do update
  set made = c.made + excluded.made, seen = c.seen + excluded.seen, clicked = c.clicked + excluded.clicked, closed = c.closed + excluded.closed`

/** How many messages of a step were made, seen, clicked and closed. */
export type MessageCounts = { made: number; seen: number; clicked: number; closed: number }

export const countMessages = async (
  tx: Tx,
  accountId: number,
  stepId: number,
  { made = 0, seen = 0, clicked = 0, closed = 0 }: Partial<MessageCounts>,
): Promise<void> => {
  await tx.run(COUNT, [accountId, stepId, made, seen, clicked, closed], 'flows-in-app-count')
}

/** Keeps messages of a step for those who come there. */
export const newMessages = async (
  tx: Tx,
  { accountId, flowId, stepId, now }: { accountId: number; flowId: number; stepId: number; now: Date },
  messages: readonly NewMessage[],
): Promise<void> => {
  if (!messages.length) return
  const made = await tx.run(INSERT, [
    accountId,
    flowId,
    stepId,
    now,
    messages.map(({ runId }) => runId),
    messages.map(({ stayAt }) => stayAt),
    messages.map(({ personId }) => personId),
    messages.map(({ title }) => title),
    messages.map(({ body }) => body),
    messages.map(({ link }) => link),
    messages.map(({ button }) => button),
    messages.map(({ expiresAt }) => expiresAt),
  ])
  if (made) await countMessages(tx, accountId, stepId, { made })
}
