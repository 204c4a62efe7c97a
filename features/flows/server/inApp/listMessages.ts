import { type House, notFound } from '@millrace/kit/server'
import type { PersonMessage, StepMessage } from '../../contract/inAppCalls.ts'
import { readStep } from '../verbs/readFlow.ts'
import type { MessageCounts } from './messageRows.ts'

const MOST = 100

const FATE = `m.id, m.title, m.created_at as "createdAt", m.expires_at as "expiresAt", m.seen_at as "seenAt",
  m.clicked_at as "clickedAt", m.closed_at as "closedAt"`

/** The latest messages of a step. */
const OF_STEP = `select ${FATE}, p.id as "personId", p.email, coalesce(nullif(p.fields ->> 'name', ''),
    nullif(trim(coalesce(p.fields ->> 'firstName', '') || ' ' || coalesce(p.fields ->> 'lastName', '')), ''), '') as name
  from in_app_messages m left join people p on p.account_id = $1 and p.id = m.person_id
  where m.account_id = $1 and m.step_id = $2 order by m.account_id, m.step_id, m.id desc limit $3`

/** How all messages of a step did. */
const COUNTS = 'select made, seen, clicked, closed from in_app_counts where account_id = $1 and step_id = $2'

/** The latest messages for a person. */
const OF_PERSON = `select ${FATE}, m.body, m.link, m.step_id as "stepId", f.id as "flowId", f.name as "flowName"
  from in_app_messages m left join flows f on f.account_id = $1 and f.id = m.flow_id
  where m.account_id = $1 and m.person_id = $2 order by m.account_id, m.person_id, m.id desc limit ${MOST}`

const PERSON = 'select 1 as is_there from people where account_id = $1 and id = $2'

type Fate = {
  id: number
  title: string
  createdAt: Date
  expiresAt: Date
  seenAt: Date | null
  clickedAt: Date | null
  closedAt: Date | null
}

const fateOf = ({ id, title, createdAt, expiresAt, seenAt, clickedAt, closedAt }: Fate) => ({
  id,
  title,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  seenAt: seenAt?.toISOString() ?? null,
  clickedAt: clickedAt?.toISOString() ?? null,
  closedAt: closedAt?.toISOString() ?? null,
})

const NONE: MessageCounts = { made: 0, seen: 0, clicked: 0, closed: 0 }

/** How messages of a step do, and the latest of them. */
export const listStepMessages = (house: House, accountId: number, stepId: number, limit = 10) =>
  house.db.account(accountId, async (tx) => {
    await readStep(tx, accountId, stepId)
    type Row = Fate & { personId: number | null; name: string; email: string | null }
    const rows = await tx.rows<Row>(OF_STEP, [accountId, stepId, limit])
    const messages = rows.map(
      ({ personId, name, email, ...row }): StepMessage => ({
        ...fateOf(row),
        person: personId === null ? null : { id: personId, name, email },
      }),
    )
    return { counts: (await tx.one<MessageCounts>(COUNTS, [accountId, stepId])) ?? NONE, messages }
  })

/** Messages for a person, newest first. */
export const listPersonMessages = (house: House, accountId: number, personId: number): Promise<PersonMessage[]> =>
  house.db.account(accountId, async (tx) => {
    if (!(await tx.one(PERSON, [accountId, personId]))) throw notFound()
    type Row = Fate & {
      body: string
      link: string | null
      stepId: number
      flowId: number | null
      flowName: string | null
    }
    const rows = await tx.rows<Row>(OF_PERSON, [accountId, personId])
    return rows.map(({ body, link, stepId, flowId, flowName, ...row }) => ({
      ...fateOf(row),
      body,
      link,
      stepId,
      flow: flowId === null ? null : { id: flowId, name: flowName ?? '' },
    }))
  })
