import { type House, malformed, notFound } from '@millrace/kit/server'
import type { HistoryEvent } from '../../contract/index.ts'
import { EITHER_NAME, eitherJoin, idOfSubject } from '../subjects/subjects.ts'
import type { Editor } from './editFlow.ts'
import { readSteps } from './readFlow.ts'

type Row = Omit<HistoryEvent, 'createdAt' | 'person' | 'member'> & {
  createdAt: Date
  personId: number | null
  email: string | null
  name: string | null
  memberId: number | null
  memberName: string | null
}

const EXISTS = 'select 1 from flows where account_id = $1 and id = $2 and deleted_at is null'

/**
 * What happened in a flow before a place in its history, newest first: stays that are over, people who stand at steps,
 * what members did. The place is a time and, within it, an id.
 */
const HISTORY = `select h.*, p.email, ${EITHER_NAME} as name,
    coalesce(nullif(m.name, ''), m.email) as "memberName"
  from (
    (select 'v' || lpad(v.run_id::text, 19, '0') || '-' || lpad(v.visit::text, 10, '0') as id, v.left_at as "createdAt",
       case when v.error is null then 'left' else 'failed' end as type, v.step_id as "stepId", v.exit, v.error,
       v.person_id as "personId", null::int as "memberId"
     from unnest($3::bigint[]) as s(id) cross join lateral (
       select * from step_visits w where w.account_id = $1 and w.step_id = s.id and w.left_at <= $5
         and (w.left_at < $5 or 'v' || lpad(w.run_id::text, 19, '0') || '-' || lpad(w.visit::text, 10, '0') < $6)
       order by w.left_at desc, w.run_id desc, w.visit desc limit $4
     ) v)
    union all
    (select 'r' || lpad(r.id::text, 19, '0') || '-' || lpad(r.visit::text, 10, '0'), r.step_entered_at, 'entered', r.step_id, null, null,
       r.person_id, null
     from unnest($3::bigint[]) as s(id) cross join lateral (
       select * from flow_runs q where q.account_id = $1 and q.step_id = s.id and q.state < 3 and q.step_entered_at <= $5
         and (q.step_entered_at < $5 or 'r' || lpad(q.id::text, 19, '0') || '-' || lpad(q.visit::text, 10, '0') < $6)
       order by q.step_entered_at desc, q.id desc limit $4
     ) r)
    union all
    (select 'e' || lpad(e.id::text, 19, '0'), e.at, e.type, e.step_id, null, null, null, e.member_id
     from flow_edits e where e.account_id = $1 and e.flow_id = $2 and ($7::bigint is null or e.step_id = $7::bigint)
       and e.at <= $5 and (e.at < $5 or 'e' || lpad(e.id::text, 19, '0') < $6)
     order by e.at desc, e.id desc limit $4)
  ) h
  ${eitherJoin('h."personId"')}
  left join members m on m.id = h."memberId"
  order by h."createdAt" desc, h.id desc limit $4`

const toEvent = ({ createdAt, personId, email, name, memberId, memberName, ...rest }: Row): HistoryEvent => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  person: personId === null ? null : { id: idOfSubject(personId), email, name: name ?? '' },
  member: memberName === null ? null : { id: memberId ?? 0, name: memberName },
})

const readCursor = (cursor: string | undefined, now: Date): [at: Date, id: string] => {
  // After every id.
  if (cursor === undefined) return [new Date(now.getTime() + 86_400_000), '~']
  const [time = '', id = ''] = cursor.split('_')
  const at = new Date(Number(time))
  if (!/^\d{1,15}$/.test(time) || Number.isNaN(at.getTime())) throw malformed('The cursor is not one of ours.')
  return [at, id]
}

/** A page of a flow's history, or of one of its steps. */
export const flowHistory = (
  house: House,
  { accountId }: Editor,
  flowId: number,
  { limit, cursor, stepId }: { limit: number; cursor?: string; stepId?: number },
): Promise<{ history: HistoryEvent[]; paging: { after: string | null } }> =>
  house.db.account(accountId, async (tx) => {
    if (!(await tx.one(EXISTS, [accountId, flowId]))) throw notFound()
    const all = (await readSteps(tx, accountId, [flowId])).map(({ id }) => id)
    const steps = stepId === undefined ? all : all.filter((id) => id === stepId)
    if (stepId !== undefined && !steps.length) throw notFound()
    const [at, id] = readCursor(cursor, house.clock.now())
    const values = [accountId, flowId, steps, limit + 1, at, id, stepId ?? null]
    const rows = await tx.rows<Row>(HISTORY, values, 'flows-history')
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    return { history: page.map(toEvent), paging: { after: last ? `${last.createdAt.getTime()}_${last.id}` : null } }
  })
