import { type House, notFound } from '@millrace/kit/server'
import type { FlowState, FlowTrouble, FlowWalk } from '../../contract/index.ts'
import { countOverdue } from '../engine/overdue.ts'
import { noticesOf } from '../outside/listCalls.ts'
import { idOfSubject } from '../subjects/subjects.ts'
import type { Editor } from './editFlow.ts'

/** Whether a flow is there, and on. */
const FLOW = 'select status from flows where account_id = $1 and id = $2'

/** What went wrong lately in a flow. */
const TROUBLES = `select t.code, nullif(t.step_id, 0) as "stepId", t.reason, t.people, coalesce(c.queued, 0) as standing,
    t.person_id as "personId", t.first_at as "firstAt", t.last_at as "lastAt"
  from flow_troubles t left join flow_step_counts c on c.account_id = $1 and c.step_id = t.step_id
  where t.account_id = $1 and t.flow_id = $2 order by t.last_at desc, t.code, t.step_id limit 100`

/** Walks over people of a flow that are not done. */
const WALKS = `select id, kind, step_id as "stepId", moved, (settings ->> 'total')::bigint as total,
    created_at as "startedAt" from flow_moves
  where account_id = $1 and flow_id = $2 and ended_at is null order by account_id, id limit 100`

type Dated<T, K extends keyof T> = Omit<T, K> & Record<K, Date>

/** How a flow is doing. */
export const flowState = (house: House, { accountId }: Editor, flowId: number): Promise<FlowState> =>
  house.db.account(accountId, async (tx) => {
    const flow = await tx.one<{ status: string }>(FLOW, [accountId, flowId])
    if (!flow) throw notFound()
    const troubles = await tx.rows<Dated<FlowTrouble, 'firstAt' | 'lastAt'>>(TROUBLES, [accountId, flowId])
    const walks = await tx.rows<Dated<FlowWalk, 'startedAt'>>(WALKS, [accountId, flowId])
    const overdue = flow.status === 'on' ? 0 : await countOverdue(tx, accountId, flowId, house.clock.now())
    return {
      troubles: troubles.map(({ firstAt, lastAt, personId, ...rest }) => ({
        ...rest,
        personId: personId === null ? null : idOfSubject(personId),
        firstAt: firstAt.toISOString(),
        lastAt: lastAt.toISOString(),
      })),
      notices: await noticesOf(tx, accountId, flowId),
      walks: walks.map(({ startedAt, ...rest }) => ({ ...rest, startedAt: startedAt.toISOString() })),
      overdue,
    }
  })
