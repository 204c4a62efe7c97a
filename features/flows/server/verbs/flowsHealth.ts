import { giveBackChanges } from '@millrace/kit/jobs'
import type { House } from '@millrace/kit/server'
import type { FlowsHealth, FlowTrouble } from '../../contract/index.ts'
import { idOfSubject } from '../subjects/subjects.ts'
import type { Editor } from './editFlow.ts'

type Row = Omit<FlowTrouble, 'firstAt' | 'lastAt'> & {
  flowId: number
  name: string
  objectType: string
  firstAt: Date
  lastAt: Date
}
type Parked = Omit<FlowsHealth['parked'][number], 'firstAt' | 'lastAt'> & { firstAt: Date; lastAt: Date }

/** What went wrong lately in any flow that is not archived. */
const TROUBLES = `select t.flow_id as "flowId", f.name, f.object_type as "objectType", t.code, nullif(t.step_id, 0) as "stepId",
    t.reason, t.people, coalesce(c.queued, 0) as standing, t.person_id as "personId", t.first_at as "firstAt", t.last_at as "lastAt"
  from flow_troubles t join flows f on f.account_id = $1 and f.id = t.flow_id
    left join flow_step_counts c on c.account_id = $1 and c.step_id = t.step_id
  where t.account_id = $1 and f.archived_at is null and f.deleted_at is null
  order by t.last_at desc, t.flow_id, t.code, t.step_id limit 200`

/** Changes that were put aside, by what they were and what kept them back. */
const PARKED = `select kind, reason, count(*) as changes, min(parked_at) as "firstAt", max(parked_at) as "lastAt"
  from parked_changes where account_id = $1 group by kind, reason order by max(parked_at) desc, kind, reason limit 50`

const dated = ({ firstAt, lastAt }: { firstAt: Date; lastAt: Date }) => ({
  firstAt: firstAt.toISOString(),
  lastAt: lastAt.toISOString(),
})

/** What goes wrong in an account's flows, and what none of them could take. */
export const flowsHealth = (house: House, { accountId }: Editor): Promise<FlowsHealth> =>
  house.db.account(accountId, async (tx) => {
    const flows = new Map<number, FlowsHealth['flows'][number]>()
    const rows = await tx.rows<Row>(TROUBLES, [accountId], 'flows-troubles-of-all')
    for (const { flowId, name, objectType, personId, firstAt, lastAt, ...trouble } of rows) {
      const flow = flows.get(flowId) ?? { id: flowId, name, objectType, troubles: [] }
      const about = personId === null ? null : idOfSubject(personId)
      flow.troubles.push({ ...trouble, personId: about, ...dated({ firstAt, lastAt }) })
      flows.set(flowId, flow)
    }
    const parked = await tx.rows<Parked>(PARKED, [accountId], 'flows-parked')
    return { flows: [...flows.values()], parked: parked.map((one) => ({ ...one, ...dated(one) })) }
  })

/** Has what could not be taken tried again; answers how many changes that are. */
export const retryParked = (house: House, { accountId }: Editor): Promise<{ given: number }> =>
  house.db.account(accountId, async (tx) => ({ given: await giveBackChanges(tx, house, accountId) }))
