import { type House, malformed, notFound } from '@millrace/kit/server'
import type { HistoryEvent } from '../../contract/index.ts'
import { EITHER_NAME, eitherJoin, idOfSubject, kindOfFlow, subjectIn } from '../subjects/subjects.ts'
import type { Editor } from './editFlow.ts'

type Row = Omit<HistoryEvent, 'createdAt' | 'person' | 'member'> & {
  createdAt: Date
  personId: number | null
  email: string | null
  name: string | null
  memberId: number | null
  memberName: string | null
}

const EXISTS = 'select 1 from flows where account_id = $1 and id = $2 and deleted_at is null'

const visitId = (kind: string, run: string, visit: string) =>
  `'${kind}' || lpad(${run}::text, 19, '0') || '-' || lpad(${visit}::text, 10, '0')`

/** Of a flow's steps those to whom the latest of some rows belong: a page of so many rows cannot tell of more steps. */
const latest = (table: string, at: string, also: string) => `(
    select s.id from unnest($3::bigint[]) as s(id) cross join lateral (
      select t.${at} as at from ${table} t
      where t.account_id = $1 and t.step_id = s.id and t.${at} <= $5 and t.${at} > $8 ${also} order by t.${at} desc limit 1
    ) l order by l.at desc fetch first ($4) rows with ties
  ) s`

/**
 * What happened in a flow before a place in its history, newest first: stays that are over, people who came to steps where
 * they stood when the history was begun ($9), what members did. The place is a time and, within it, an id; nothing from before $8.
 */
const HISTORY = `select h.*, p.email, ${EITHER_NAME} as name,
    coalesce(nullif(m.name, ''), m.email) as "memberName"
  from (
    (select ${visitId('v', 'v.run_id', 'v.visit')} as id, v.left_at as "createdAt",
       case when v.error is null then 'left' else 'failed' end as type, v.step_id as "stepId", v.exit, v.error,
       v.person_id as "personId", null::int as "memberId"
     from ${latest('step_visits', 'left_at', '')} cross join lateral (
       select * from step_visits w where w.account_id = $1 and w.step_id = s.id and w.left_at <= $5 and w.left_at > $8
         and (w.left_at < $5 or ${visitId('v', 'w.run_id', 'w.visit')} < $6)
       order by w.left_at desc, w.run_id desc, w.visit desc limit $4
     ) v order by v.left_at desc, v.run_id desc, v.visit desc limit $4)
    union all
    (select ${visitId('r', 'r.id', 'r.visit')}, r.step_entered_at, 'entered', r.step_id, null, null, r.person_id, null
     from ${latest('flow_runs', 'step_entered_at', 'and t.state < 4')} cross join lateral (
       select * from flow_runs q where q.account_id = $1 and q.step_id = s.id and q.state < 3 and q.step_entered_at <= $5
         and q.step_entered_at > $8 and (q.step_entered_at < $5 or ${visitId('r', 'q.id', 'q.visit')} < $6)
       order by q.step_entered_at desc, q.id desc limit $4
     ) r)
    union all
    (select ${visitId('r', 'v.run_id', 'v.visit')}, v.entered_at, 'entered', v.step_id, null, null, v.person_id, null
     from step_visits v where v.account_id = $1 and v.step_id = any($3::bigint[]) and v.left_at > $9 and v.error is null
       and v.entered_at <= $9 and v.entered_at <= $5 and v.entered_at > $8
       and (v.entered_at < $5 or ${visitId('r', 'v.run_id', 'v.visit')} < $6)
     order by v.entered_at desc, v.run_id desc, v.visit desc limit $4)
    union all
    (select 'e' || lpad(e.id::text, 19, '0'), e.at, e.type, e.step_id, null, null, null, e.member_id
     from flow_edits e where e.account_id = $1 and e.flow_id = $2 and ($7::bigint is null or e.step_id = $7::bigint) and $10
       and e.at <= $5 and e.at > $8 and (e.at < $5 or 'e' || lpad(e.id::text, 19, '0') < $6)
     order by e.at desc, e.id desc limit $4)
  ) h
  ${eitherJoin('h."personId"')}
  left join members m on m.id = h."memberId"
  order by h."createdAt" desc, h.id desc limit $4`

/** For whom steps of a flow failed before a place in its history, and what befell its steps, newest first. */
const FAILURES = `select h.*, p.email, ${EITHER_NAME} as name, coalesce(nullif(m.name, ''), m.email) as "memberName"
  from (
    (select ${visitId('v', 'v.run_id', 'v.visit')} as id, v.left_at as "createdAt", 'failed' as type, v.step_id as "stepId",
       v.exit, v.error, v.person_id as "personId", null::int as "memberId"
     from unnest($3::bigint[]) as s(id) cross join lateral (
       select * from step_visits w where w.account_id = $1 and w.step_id = s.id and w.error is not null and w.left_at <= $5
         and (w.left_at < $5 or ${visitId('v', 'w.run_id', 'w.visit')} < $6)
       order by w.left_at desc, w.run_id desc, w.visit desc limit $4
     ) v order by v.left_at desc, v.run_id desc, v.visit desc limit $4)
    union all
    (select 'e' || lpad(e.id::text, 19, '0'), e.at, e.type, e.step_id, null, null, null, e.member_id
     from flow_edits e where e.account_id = $1 and e.flow_id = $2 and e.type in ('step-failed', 'step-retried')
       and e.step_id = any($3::bigint[]) and e.at <= $5 and (e.at < $5 or 'e' || lpad(e.id::text, 19, '0') < $6)
     order by e.at desc, e.id desc limit $4)
  ) h
  ${eitherJoin('h."personId"')}
  left join members m on m.id = h."memberId"
  order by h."createdAt" desc, h.id desc limit $4`

/** What happened to one person in a flow before a place in its history, newest first; with $8 only where a step failed. */
const OF_ONE = `select h.*, p.email, ${EITHER_NAME} as name, null::text as "memberName"
  from (
    select ${visitId('v', 'v.run_id', 'v.visit')} as id, v.left_at as "createdAt",
      case when v.error is null then 'left' else 'failed' end as type, v.step_id as "stepId", v.exit, v.error,
      v.person_id as "personId", null::int as "memberId"
    from flow_runs r join step_visits v on v.account_id = $1 and v.run_id = r.id
    where r.account_id = $1 and r.flow_id = $2 and r.person_id = $7 and v.step_id = any($3::bigint[])
      and (v.error is not null or not $8) and (v.left_at, ${visitId('v', 'v.run_id', 'v.visit')}) < ($5, $6)
    union all
    select ${visitId('r', 'r.id', 'r.visit')}, r.step_entered_at, 'entered', r.step_id, null, null, r.person_id, null
    from flow_runs r where r.account_id = $1 and r.flow_id = $2 and r.person_id = $7 and r.state < 3 and not $8
      and r.step_id = any($3::bigint[]) and (r.step_entered_at, ${visitId('r', 'r.id', 'r.visit')}) < ($5, $6)
  ) h
  ${eitherJoin('h."personId"')}
  order by h."createdAt" desc, h.id desc limit $4`

const toEvent = ({ createdAt, personId, email, name, memberId, memberName, ...rest }: Row): HistoryEvent => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  person: personId === null ? null : { id: idOfSubject(personId), email, name: name ?? '' },
  member: memberName === null ? null : { id: memberId ?? 0, name: memberName },
})

/** A place in a history: the time and the id of what stood last, and when the history was begun. */
type Place = { at: Date; id: string; began: Date }

const readCursor = (cursor: string | undefined, now: Date): Place => {
  // After every id.
  if (cursor === undefined) return { at: new Date(now.getTime() + DAY_MS), id: '~', began: now }
  const [time = '', id = '', since = time] = cursor.split('_')
  const [at, began] = [new Date(Number(time)), new Date(Number(since))]
  const isOurs = /^\d{1,15}$/.test(time) && /^\d{1,15}$/.test(since)
  if (!isOurs || Number.isNaN(at.getTime()) || Number.isNaN(began.getTime()))
    throw malformed('The cursor is not one of ours.')
  return { at, id, began }
}

const DAY_MS = 86_400_000
/** So far back is looked first: months are tables of their own, and most pages are filled by the latest. */
const NEAR_MS = 31 * DAY_MS
const EVER = new Date(0)

/** A flow's steps, the deleted ones too. */
const STEP_IDS = 'select id from flow_steps where account_id = $1 and flow_id = $2 and ($3::bigint is null or id = $3)'

type Asked = {
  limit: number
  cursor?: string
  stepId?: number
  about?: 'people' | 'failed' | 'flow'
  personId?: number
}

/** A page of a flow's history, or of one of its steps, or of one of those who went through it. */
export const flowHistory = (
  house: House,
  { accountId }: Editor,
  flowId: number,
  { limit, cursor, stepId, about, personId }: Asked,
): Promise<{ history: HistoryEvent[]; paging: { after: string | null } }> =>
  house.db.account(accountId, async (tx) => {
    const flow = await kindOfFlow(tx, accountId, flowId)
    if (!flow || !(await tx.one(EXISTS, [accountId, flowId]))) throw notFound()
    const steps = (await tx.rows<{ id: number }>(STEP_IDS, [accountId, flowId, stepId ?? null])).map(({ id }) => id)
    if (stepId !== undefined && !steps.length) throw notFound()
    const { at, id, began } = readCursor(cursor, house.clock.now())
    const told = about === 'flow' ? [] : steps
    const head = [accountId, flowId, told, limit + 1, at, id]
    const since = (from: Date) => {
      const tail = [stepId ?? null, from, began, about !== 'people']
      return tx.rows<Row>(HISTORY, [...head, ...tail], 'flows-history')
    }
    const ofAll = async () => {
      const near = await since(new Date(at.getTime() - NEAR_MS))
      return near.length > limit ? near : since(EVER)
    }
    const isOfFailures = about === 'failed'
    const ofOne = (id: number) =>
      tx.rows<Row>(OF_ONE, [...head, subjectIn(flow, id), isOfFailures], 'flows-history-of-one')
    const rows =
      personId !== undefined
        ? await ofOne(personId)
        : isOfFailures
          ? await tx.rows<Row>(FAILURES, head, 'flows-failures')
          : await ofAll()
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    const after = last ? `${last.createdAt.getTime()}_${last.id}_${began.getTime()}` : null
    return { history: page.map(toEvent), paging: { after } }
  })
