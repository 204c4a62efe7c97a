import { settingsProblemsOf } from '../contract/index.ts'
import type { DrawnStep } from './drawn.ts'
import type { FlowWorld } from './flowWorld.ts'

/** How people left a step, or why they failed there; those who stand there are absent. */
const LEFT = `select person_id as "personId", coalesce(error, exit, 'left') as how from step_visits
  where account_id = $1 and step_id = $2 order by left_at, run_id, visit`

/** Until when people stand at a step. */
const STANDING = `select person_id as "personId", due_at as "dueAt" from flow_runs
  where account_id = $1 and step_id = $2 and state < 3 order by id`

/** One step between the event "Go" and the end, to be tried on people. */
export const openTrial = async (world: FlowWorld, step: DrawnStep, exits: readonly string[] = ['']) => {
  const ends = Object.fromEntries(exits.map((exit): [string, DrawnStep] => [`end ${exit}`, ['/end-flow']]))
  const links = exits.map((exit): [string, string, string] => ['step', `end ${exit}`, exit])
  const { flowId, ids } = await world.draw({ start: ['/event', { eventName: 'Go' }], step, ...ends }, [
    ['start', 'step'],
    ...links,
  ])
  await world.switchOn(flowId)
  const stepId = ids.step!
  return {
    flowId,
    stepId,
    /** Brings people to the step. */
    go: async (...people: number[]) => {
      for (const id of people) await world.event(id, 'Go')
      await world.takeChanges()
    },
    /** How each of them left the step last. */
    left: async (): Promise<Record<number, string>> => {
      const rows = await world.rows<{ personId: number; how: string }>(LEFT, [stepId])
      return Object.fromEntries(rows.map(({ personId, how }) => [personId, how]))
    },
    /** Who stands at the step, until when. */
    standing: async (): Promise<Map<number, Date | null>> => {
      const rows = await world.rows<{ personId: number; dueAt: Date | null }>(STANDING, [stepId])
      return new Map(rows.map(({ personId, dueAt }) => [personId, dueAt]))
    },
  }
}

/** What `openTrial` gives. */
export type Trial = Awaited<ReturnType<typeof openTrial>>

/** The people who entered a flow, each as often as they did. */
export const whoEntered = async (world: FlowWorld, flowId: number): Promise<number[]> => {
  // Passes of a flow, in the order of entering.
  const sql = `select person_id as id from flow_runs where account_id = $1 and flow_id = $2 and root_id is null order by id`
  return (await world.rows<{ id: number }>(sql, [flowId])).map(({ id }) => id)
}

/** A flow of one trigger, to be tried on what happens to people. */
export const openEntry = async (world: FlowWorld, trigger: DrawnStep, data: object = { canEnterOnce: false }) => {
  const { flowId, ids } = await world.draw({ start: trigger, end: ['/end-flow'] }, [['start', 'end']], data)
  await world.switchOn(flowId)
  return { flowId, stepId: ids.start!, entered: () => whoEntered(world, flowId) }
}

/** What is wrong with settings of a step: the first thing, in words; undefined where nothing is. */
export const wrongWith = (
  { serviceId, operationKey }: { serviceId: string; operationKey: string },
  values: object,
): string | undefined =>
  settingsProblemsOf({ serviceId, operationKey, inputFields: { values: values as Record<string, unknown> } })[0]
    ?.message
