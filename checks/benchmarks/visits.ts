import type { openFlows } from '@millrace/flows/server'
import type { CallContext, House } from '@millrace/kit/server'
import { type Figure, percentile } from './table.ts'

const VISITS = 1_000_000
/** As many leave a step in one batch of the engine, at one moment. */
const TOGETHER = 4_000
const PAGES = 10

type Place = { house: House; accountId: number; flowId: number; steps: readonly number[] }

/** A million stays at the first of some steps, over forty days, and some at the others. */
const fill = async ({ house, accountId, flowId, steps }: Place): Promise<void> => {
  const insert = `insert into step_visits (account_id, left_at, run_id, visit, flow_id, step_id, person_id, entered_at, exit)
    select $1::int, date_trunc('milliseconds', $2::timestamptz - make_interval(secs => (n / ${TOGETHER}) * $6::float8)), 1000000000 + n, $7::int, $3::bigint, $4::bigint,
      p.first + n % p.people, $2::timestamptz - make_interval(secs => (n / ${TOGETHER}) * $6::float8 + n % 90000), 'yes'
    from generate_series(1, $5::int) n, (select min(id) as first, count(*) as people from people where account_id = $1) p`
  for (const [index, step] of steps.entries()) {
    const count = index ? VISITS / 20 : VISITS
    const seconds = (40 * 86_400) / (count / TOGETHER)
    await house.db.system((tx) =>
      tx.run(insert, [accountId, house.clock.now(), flowId, step, count, seconds, index + 1]),
    )
  }
  await house.db.pool.query('vacuum analyze step_visits')
}

/** Pages of what happened at a step, and of who entered it: the first ones, and those after half a million. */
export const measureVisits = async (place: Place, { handlers }: ReturnType<typeof openFlows>): Promise<Figure[]> => {
  await fill(place)
  const { house, accountId, flowId, steps } = place
  const by = { accountId, memberId: 0, permissions: [] } as unknown as CallContext
  const middle = house.clock.now().getTime() - 20 * 86_400_000
  const history = (stepId?: number) => async (cursor?: string) =>
    (
      await handlers.getFlowHistory(
        { params: { id: flowId }, query: { limit: 50, cursor, stepId } as never, body: undefined as never },
        by,
      )
    ).paging.after
  const entered = async (cursor?: string) =>
    (
      await handlers.listStepPeople(
        { params: { stepId: steps[0]! }, query: { state: 'entered', limit: 50, cursor }, body: undefined as never },
        by,
      )
    ).paging.after
  const walk = async (read: (cursor?: string) => Promise<string | null>, from?: string): Promise<number[]> => {
    const times: number[] = []
    let cursor = from
    for (let page = 0; page <= PAGES; page++) {
      const began = performance.now()
      cursor = (await read(cursor)) ?? undefined
      if (!cursor) throw new Error('a list ended before it could')
      if (page) times.push(performance.now() - began)
    }
    return times
  }
  const figure = async (name: string, read: (cursor?: string) => Promise<string | null>, deep: string) => {
    const times = [...(await walk(read)), ...(await walk(read, deep))]
    const note = `median of ${times.length} pages, at the most ${Math.max(...times).toFixed(0)} ms`
    return { name, value: percentile(times, 0.5), unit: 'ms', most: 100, note }
  }
  const began = house.clock.now().getTime()
  return [
    await figure('history of a step with 1,000,000 visits', history(steps[0]), `${middle}_~_${began}`),
    await figure('history of the whole flow', history(), `${middle}_~_${began}`),
    await figure('who entered that step', entered, `${began}_0_${middle}_0_0`),
  ]
}
