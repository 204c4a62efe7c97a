import type { Tx } from '@millrace/kit/server'
import type { Token } from './token.ts'

/** How many rows one transaction moves. */
export const BATCH = 4_000

const COLUMNS = `r.id, r.root_id as "rootId", r.person_id as "personId", r.entry_key as "entryKey", r.step_id as "stepId",
  r.visit, r.state, r.entered_at as "enteredAt", r.step_entered_at as "stepEnteredAt", r.due_at as "dueAt", r.error, r.caused_at as "causedAt",
  r.event_id as "eventId"`

/** Takes rows of one flow whose time has come, those that are due longest first; rows that another worker holds are left to it. */
const DUE = `select ${COLUMNS} from flow_runs r
  where r.account_id = $1 and r.flow_id = $2 and r.state < 2 and r.due_at <= $3
  order by r.due_at limit $4 for update skip locked`

/** The same, but for those who stand at some steps. */
const DUE_ELSEWHERE = `select ${COLUMNS} from flow_runs r
  where r.account_id = $1 and r.flow_id = $2 and r.state < 2 and r.due_at <= $3 and r.step_id <> all($5::bigint[])
  order by r.due_at limit $4 for update`

/** Takes rows of some people in one flow that are not over; waits for rows that another worker holds. */
const OF_PEOPLE = `select ${COLUMNS} from flow_runs r
  where r.account_id = $1 and r.flow_id = $2 and r.person_id = any($3::bigint[]) and r.state < 3
  order by r.account_id, r.id for update`

/** Takes the rows of some people that are not over, failed ones too; in one flow or in all. Waits for rows that another worker holds. */
const LIVE_OF_PEOPLE = `select ${COLUMNS}, r.flow_id as "flowId" from flow_runs r
  where r.account_id = $1 and r.person_id = any($2::bigint[]) and r.state < 4
    and ($3::bigint is null or r.flow_id = $3::bigint)
  order by r.account_id, r.id for update`

/** Takes the rows that stand at one step, failed ones too; waits for rows that another worker holds. */
const AT_STEP = `select ${COLUMNS} from flow_runs r
  where r.account_id = $1 and r.step_id = $2 and r.state < 4 and ($3::bigint is null or r.person_id = $3::bigint)
  order by r.account_id, r.id limit $4 for update`

/** A page of the rows that stand at one step in some states, in the order in which they came there; waits for rows that another worker holds. */
const PAGE_AT_STEP = `select ${COLUMNS} from flow_runs r
  where r.account_id = $1 and r.step_id = $2 and r.state < 4 and r.state = any($3::smallint[])
    and ($4::text is null or r.error = $4::text)
    and (r.step_entered_at, r.id) > (coalesce($5::timestamptz, '-infinity'), $6::bigint)
    and r.step_entered_at <= coalesce($8::timestamptz, 'infinity')
    and ($9::bigint[] is null or r.person_id <> all($9::bigint[]))
  order by r.account_id, r.step_entered_at, r.id limit $7 for update`

/** The rows of some people that stand at one step in some states; waits for rows that another worker holds. */
const SOME_AT_STEP = `select ${COLUMNS} from flow_runs r
  where r.account_id = $1 and r.step_id = $2 and r.state < 4 and r.state = any($3::smallint[])
    and ($4::text is null or r.error = $4::text) and r.person_id = any($5::bigint[])
  order by r.account_id, r.id for update`

type Row = Omit<Token, 'isNew' | 'hops'>

/** The row itself, for there are thousands. */
const asToken = (row: Row): Token => Object.assign(row, { isNew: false, hops: 0 })

// Unnamed, so that each is planned for the table as large as it is now.
const read = async (tx: Tx, sql: string, values: unknown[]): Promise<Token[]> =>
  (await tx.rows<Row>(sql, values)).map(asToken)

export const claimDue = (tx: Tx, accountId: number, flowId: number, now: Date, most = BATCH): Promise<Token[]> =>
  read(tx, DUE, [accountId, flowId, now, most])

/** Those whose time has come, but for those at some steps; waits for rows that another worker holds. */
export const claimDueElsewhere = (
  tx: Tx,
  accountId: number,
  flowId: number,
  now: Date,
  except: readonly number[],
): Promise<Token[]> => read(tx, DUE_ELSEWHERE, [accountId, flowId, now, BATCH, except])

export const claimOfPeople = (tx: Tx, accountId: number, flowId: number, people: readonly number[]): Promise<Token[]> =>
  read(tx, OF_PEOPLE, [accountId, flowId, people])

/** By flow. */
export const claimLiveOfPeople = async (
  tx: Tx,
  accountId: number,
  people: readonly number[],
  flowId?: number,
): Promise<Map<number, Token[]>> => {
  const values = [accountId, people, flowId ?? null]
  const flows = new Map<number, Token[]>()
  for (const { flowId: flow, ...row } of await tx.rows<Row & { flowId: number }>(LIVE_OF_PEOPLE, values))
    flows.set(flow, [...(flows.get(flow) ?? []), asToken(row)])
  return flows
}

export const claimAtStep = (
  tx: Tx,
  accountId: number,
  stepId: number,
  { personId, most }: { personId?: number; most?: number },
): Promise<Token[]> => read(tx, AT_STEP, [accountId, stepId, personId ?? null, most ?? null])

/** Whom a walk is about: some people, or all who had come by then, but some. */
export type Whom = { people?: readonly number[]; except?: readonly number[]; until?: string }

type Wanted = Whom & {
  stepId: number
  states: readonly number[]
  reason: string | null
  walkedAt: Date | null
  walkedTo: number
  most: number
}

/** The next page of those who stand at a step; of some people, all at once. */
export const claimPage = (
  tx: Tx,
  accountId: number,
  { stepId, states, reason, walkedAt, walkedTo, most, people, except, until }: Wanted,
): Promise<Token[]> =>
  people
    ? read(tx, SOME_AT_STEP, [accountId, stepId, states, reason, people])
    : read(tx, PAGE_AT_STEP, [
        ...[accountId, stepId, states, reason, walkedAt, walkedTo, most],
        ...[until ?? null, except?.length ? except : null],
      ])
