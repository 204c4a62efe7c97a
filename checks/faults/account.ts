import type { Scene } from './scene.ts'

/** Whose passes through a flow are accounted for. */
type Asked = { accountId: number; flowId: number; people: number }

/** Each asks for what may not be: how many there are of it, and one of them. */
const FORBIDDEN: Record<string, string> = {
  'entered other than once': `select count(*)::int as count, min(person_id) as example from (
      select p.id as person_id, count(r.id) as passes from people p
      left join flow_runs r on r.account_id = $1 and r.flow_id = $2 and r.person_id = p.id and r.root_id is null
      where p.account_id = $1 and p.fields ? 'plan' group by p.id) x where passes <> 1`,
  'still in the flow, or failed': `select count(*)::int as count, min(person_id) as example from flow_runs
      where account_id = $1 and flow_id = $2 and state <> 4`,
  'visits with gaps or doubles': `select count(*)::int as count, min(run_id) as example from (
      select run_id, count(*) as all, count(distinct visit) as visits, max(visit) as last from step_visits
      where account_id = $1 and flow_id = $2 group by run_id) x where visits <> "all" or visits <> last`,
  'passes whose visits do not reach their end': `select count(*)::int as count, min(r.id) as example from flow_runs r
      where r.account_id = $1 and r.flow_id = $2
        and r.visit is distinct from (select max(v.visit) from step_visits v
          where v.account_id = $1 and v.flow_id = $2 and v.run_id = r.id)`,
  'arrived at another time than they left': `select count(*)::int as count, min(run_id) as example from (
      select run_id, entered_at, visit, lag(left_at) over (partition by run_id order by visit) as before from step_visits
      where account_id = $1 and flow_id = $2) x where visit > 1 and entered_at <> before`,
  'left a second or more before they came': `select count(*)::int as count, min(run_id) as example from step_visits
      where account_id = $1 and flow_id = $2 and left_at < entered_at - interval '1 second'`,
  'steps whose counters are wrong': `select count(*)::int as count, min(step_id) as example from flow_step_counts c
      where c.account_id = $1 and c.flow_id = $2 and (c.queued <> 0 or c.failed <> 0 or c.entered <> (
        select count(*) from step_visits v where v.account_id = $1 and v.flow_id = $2 and v.step_id = c.step_id))`,
  'wrong figures of the flow': `select count(*)::int as count, null::bigint as example from (
      select sum(entered) as entered from flow_quarters where account_id = $1 and flow_id = $2
      union all select sum(entered) from flow_days where account_id = $1 and flow_id = $2) x
      where entered is distinct from (
        select count(*) from flow_runs where account_id = $1 and flow_id = $2 and root_id is null)`,
  'wrong figures of steps by the hour': `select count(*)::int as count, min(step_id) as example from (
      select step_id, sum(entered) as entered from flow_step_hours where account_id = $1 and flow_id = $2 group by 1) h
      where h.entered <> (
        select count(*) from step_visits v where v.account_id = $1 and v.flow_id = $2 and v.step_id = h.step_id)`,
}

const PASSES = `select count(distinct person_id)::int as people from flow_runs
  where account_id = $1 and flow_id = $2 and root_id is null and state = 4`

/** Who passed a step how often where it was not once. */
const OTHER_THAN_ONCE = `select count(*)::int as count, min(person_id) as example from (
    select r.person_id, count(v.run_id) as visits from flow_runs r
    left join step_visits v on v.account_id = $1 and v.flow_id = $2 and v.run_id = r.id and v.step_id = $3
    where r.account_id = $1 and r.flow_id = $2 group by r.person_id) x where visits <> 1`

type Found = { count: number; example: number | null }

/** What is wrong after everybody has passed through a flow, in words; nothing where everything is accounted for. */
export const accountFor = async (
  { rows }: Scene,
  { accountId, flowId, people }: Asked,
  onceAt: Record<string, number>,
): Promise<string[]> => {
  const wrong: string[] = []
  const tell = (what: string, found: Found | undefined) => {
    if (found?.count) wrong.push(`${found.count} ${what}, such as ${found.example}`)
  }
  for (const [what, sql] of Object.entries(FORBIDDEN)) {
    const [found] = await rows<Found>(sql, [accountId, flowId])
    tell(what, found)
  }
  for (const [name, stepId] of Object.entries(onceAt)) {
    const [found] = await rows<Found>(OTHER_THAN_ONCE, [accountId, flowId, stepId])
    tell(`people were at “${name}” other than once`, found)
  }
  const [all] = await rows<{ people: number }>(PASSES, [accountId, flowId])
  if (all?.people !== people) wrong.push(`${all?.people} of ${people} people passed`)
  return wrong
}

/** Of whom the tables say that they are in a flow still. */
export const stillIn = async ({ rows }: Scene, accountId: number, flowId: number): Promise<number> => {
  const sql = 'select count(*)::int as count from flow_runs where account_id = $1 and flow_id = $2 and state < 4'
  return (await rows<{ count: number }>(sql, [accountId, flowId]))[0]?.count ?? 0
}

/** How many have entered a flow. */
export const entered = async ({ rows }: Scene, accountId: number, flowId: number): Promise<number> => {
  const sql = 'select count(*)::int as count from flow_runs where account_id = $1 and flow_id = $2 and root_id is null'
  return (await rows<{ count: number }>(sql, [accountId, flowId]))[0]?.count ?? 0
}
