import type { AskedRange, CallContext, House } from '@millrace/kit/server'
import type { ExportSource } from '@millrace/people/server'
import { z } from 'zod'
import { OF_PEOPLE } from '../../contract/index.ts'
import type { FlowDoors } from '../doors.ts'
import { countByFlow, sumOf } from './counters.ts'
import { type MeasuredFlow, readMeasured, readRange } from './measureFlows.ts'
import { goalNames, placeOf, readPeopleEvents } from './peopleEvents.ts'

const NO_FLOWS = 'No flows selected'
const NO_PEOPLE = 'People are exported, and these flows take companies or other objects.'
/** What the port of exports is called. */
export const FLOW_EXPORT = 'flows'

const Wanted = z.object({
  type: z.enum(['entered', 'goal']),
  flowIds: z.array(z.number()),
  from: z.coerce.date(),
  to: z.coerce.date(),
})

/** What flows are called. */
const NAMES = `select f.id, f.name from flows f where f.account_id = $1 and f.id = any($2::bigint[])`

/** The lines of an export of people who entered flows or reached their goals. */
export const flowPeopleExport: ExportSource = {
  columns: (wanted) => (Wanted.parse(wanted).type === 'goal' ? ['Flow', 'Goal', 'Reached at'] : ['Flow', 'Entered at']),
  next: async (tx, accountId, given, place, limit) => {
    const wanted = Wanted.parse(given)
    const rows = await readPeopleEvents(tx, accountId, wanted, place, limit)
    const goals = await goalNames(tx, accountId, rows)
    const flows = await tx.rows<{ id: number; name: string }>(NAMES, [accountId, wanted.flowIds])
    const names = new Map(flows.map(({ id, name }) => [id, name]))
    const last = rows.at(-1)
    return {
      rows: rows.map(({ personId, flowId, stepId, at }) => {
        const goal = wanted.type === 'goal' ? [goals.get(stepId) ?? 'Goal'] : []
        return { personId, cells: [names.get(flowId) ?? '', ...goal, at.toISOString()] }
      }),
      place: last && rows.length === limit ? placeOf(last) : '',
    }
  },
}

type Asked = AskedRange & {
  flowIds?: readonly number[] | undefined
  type: 'entered' | 'goal' | 'reachedGoal'
  notifyEmail?: string | undefined
}

type Answer = { message: string; email: string | null; jobId: number | null }

const titleOf = (flows: readonly MeasuredFlow[], type: 'entered' | 'goal', days: string) => {
  const [only] = flows
  const which = flows.length === 1 && only ? `“${only.name}”` : `${flows.length} flows`
  return `${type === 'goal' ? 'Who reached the goal of' : 'Who entered'} ${which}, ${days}.`
}

/** Queues an export of them, whose link is mailed; without a flow nothing is done. */
export const exportPeopleEvents = (
  house: House,
  { queueExport }: Pick<FlowDoors, 'queueExport'>,
  caller: Pick<CallContext, 'accountId' | 'memberId'>,
  asked: Asked,
): Promise<Answer> =>
  house.db.system(async (tx) => {
    const { accountId } = caller
    const named = asked.flowIds?.length ? await readMeasured(tx, accountId, asked.flowIds) : []
    const flows = named.filter(({ objectType }) => objectType === OF_PEOPLE)
    if (!flows.length) return { message: named.length ? NO_PEOPLE : NO_FLOWS, email: null, jobId: null }
    const range = await readRange(tx, house, accountId, asked)
    const flowIds = flows.map(({ id }) => id).sort((a, b) => a - b)
    const of = await countByFlow(tx, accountId, flowIds, range)
    const sum = sumOf(flowIds.map(of))
    const type = asked.type === 'entered' ? 'entered' : 'goal'
    const { startDate, endDate, from, to } = range
    const queued = await queueExport(tx, caller, {
      source: { name: FLOW_EXPORT, wanted: { type, flowIds, from: from.toISOString(), to: to.toISOString() } },
      title: titleOf(flows, type, startDate === endDate ? startDate : `${startDate} to ${endDate}`),
      total: type === 'goal' ? sum.reachedGoal : sum.entered,
      notifyEmail: asked.notifyEmail,
    })
    return { message: `The export will be emailed to ${queued.email} shortly.`, ...queued }
  })
