import type { FlowWorld } from './flowWorld.ts'
import type { NaivePerson } from './naiveFlow.ts'

/** Both accounts: people of the engine and of the model, in the same order. */
type Accounts = { people: readonly number[]; naive: readonly NaivePerson[]; minuteOf(at: Date): number }

type VisitRow = {
  person_id: number
  step_id: number
  entered_at: Date
  left_at: Date
  exit: string | null
  error: string | null
}
type RunRow = { person_id: number; step_id: number; step_entered_at: Date; due_at: Date | null; state: number }
type SendRow = { person_id: number; step_id: number; reason_at: Date }
type CountRow = { step_id: number; entered: number; queued: number; failed: number }

const read = async (world: FlowWorld) => ({
  visits: await world.rows<VisitRow>('select * from step_visits where account_id = $1'),
  runs: await world.rows<RunRow>('select * from flow_runs where account_id = $1 and state < 4'),
  sends: await world.rows<SendRow>('select * from sends where account_id = $1'),
  counts: await world.rows<CountRow>('select * from flow_step_counts where account_id = $1'),
  goals: await world.rows<{ person_id: number }>('select person_id from flow_goals where account_id = $1'),
})

const naiveStays = (person: NaivePerson): string[] => {
  const due = person.standing()
  const dueOf = (step: number, entered: number) =>
    due.splice(
      due.findIndex((one) => one.step === step && one.entered === entered),
      1,
    )[0]?.due
  return person.stays
    .map(({ step, entered, left, exit }) =>
      left === undefined
        ? `at ${step} from ${entered} until ${dueOf(step, entered)}`
        : `at ${step} from ${entered} to ${left} ${exit ?? ''}`,
    )
    .sort()
}

const tell = (who: string, engine: readonly string[], model: readonly string[]): string[] =>
  engine.join('\n') === model.join('\n')
    ? []
    : [`${who}\n  the engine: ${engine.join('; ')}\n  the model:  ${model.join('; ')}`]

/** Where what the engine wrote differs from what the model went through. `ids` names steps by their places. */
export const differences = async (
  world: FlowWorld,
  ids: Record<string, number>,
  { people, naive, minuteOf }: Accounts,
): Promise<string[]> => {
  const place = new Map(Object.entries(ids).map(([name, id]) => [id, Number(name)]))
  const { visits, runs, sends, counts, goals } = await read(world)
  const entered = new Map<number, number>()
  const told = people.flatMap((personId, index) => {
    const person = naive[index]!
    for (const { step } of person.stays) entered.set(step, (entered.get(step) ?? 0) + 1)
    const own = <R extends { person_id: number }>(rows: readonly R[]) =>
      rows.filter((row) => row.person_id === personId)
    const stays = [
      ...own(visits).map(
        (row) =>
          `at ${place.get(row.step_id)} from ${minuteOf(row.entered_at)} to ${minuteOf(row.left_at)} ${row.exit ?? row.error ?? ''}`,
      ),
      ...own(runs).map(
        (row) =>
          `at ${place.get(row.step_id)} from ${minuteOf(row.step_entered_at)} until ${row.due_at && minuteOf(row.due_at)}`,
      ),
    ].sort()
    const mails = own(sends).map((row) => `${place.get(row.step_id)} ${minuteOf(row.reason_at)}`)
    return [
      ...tell(`person ${index} was`, stays, naiveStays(person)),
      ...tell(`person ${index} got mails`, mails.sort(), person.mails.map(({ step, at }) => `${step} ${at}`).sort()),
      ...tell(`person ${index} reached goals`, [`${own(goals).length}`], [`${person.goals.size}`]),
    ]
  })
  for (const { step_id, ...count } of counts) {
    const queued = runs.filter((run) => run.step_id === step_id).length
    const engine = `${count.entered} ${count.queued} ${count.failed}`
    told.push(
      ...tell(`counters of ${place.get(step_id)}`, [engine], [`${entered.get(place.get(step_id)!) ?? 0} ${queued} 0`]),
    )
  }
  return told
}
