import { type PersonRow, readPeople } from '../engine/people.ts'
import { type Outcome, personIdsOf, type StepContext, type StepRun } from '../engine/stepRun.ts'
import type { Token } from '../engine/token.ts'
import {
  CALL,
  type CallReply,
  type CallRow,
  callsOfStays,
  goneReason,
  insertCalls,
  knowHosts,
  refreshCalls,
  type Stay,
  tellFailures,
} from './callRows.ts'
import type { OutsideCall } from './outsideCall.ts'

/** Someone whose call was answered. */
export type Answered = { token: Token; status: number; reply: CallReply }

/** What a step calls outside, and what it does with the answers. */
export type Calling<V> = {
  /** Reads the settings once; the call for one person, or why there can be none. */
  calls(values: V): (person: PersonRow | undefined) => { call: OutsideCall } | { error: string }
  /** At most so many calls a minute; undefined for as many as the receiver takes. */
  perMinute?(values: V): number | undefined
  /** Keeps what came back, for everybody at once; answers why that cannot be, by place in the list. */
  answered?(context: StepContext, values: V, answers: readonly Answered[]): Promise<ReadonlyMap<number, string>>
}

const stayOf = ({ id, stepEnteredAt, personId }: Token): Stay => ({ runId: id, stayAt: stepEnteredAt, personId })

type Asking = { token: Token; row: CallRow | undefined }

/** Keeps the calls of those who have none that is under way; answers for whom there can be none. */
const ask = async <V>(context: StepContext, values: V, calling: Calling<V>, asking: readonly Asking[]) => {
  const { tx, accountId, now } = context
  const failed = new Map<Token, string>()
  if (!asking.length) return failed
  const people = await readPeople(tx, accountId, personIdsOf(asking.map(({ token }) => token)))
  const callFor = calling.calls(values)
  const made = asking.flatMap(({ token, row }) => {
    const one = callFor(people.get(token.personId))
    if ('call' in one) return [{ ...stayOf(token), id: row?.id, host: new URL(one.call.url).host, call: one.call }]
    failed.set(token, one.error)
    return []
  })
  if (!made.length) return failed
  const hosts = made.map(({ host }) => host)
  await knowHosts(tx, accountId, hosts, calling.perMinute?.(values))
  const fresh = made.filter(({ id }) => id === undefined)
  const known = made.flatMap(({ id, ...rest }) => (id === undefined ? [] : [{ ...rest, id }]))
  if (fresh.length) await insertCalls(tx, context, fresh)
  if (known.length) await refreshCalls(tx, accountId, now, known)
  await context.house.bell.ring(tx, 'flow-calls', accountId)
  return failed
}

const keep = async <V>(context: StepContext, values: V, calling: Calling<V>, found: readonly Asking[]) => {
  const answers = found.flatMap(({ token, row }): Answered[] =>
    row?.state === CALL.answered && row.reply ? [{ token, status: row.status ?? 0, reply: row.reply }] : [],
  )
  const wrong = answers.length ? await calling.answered?.(context, values, answers) : undefined
  return new Map(answers.map(({ token }, index) => [token, wrong?.get(index)]))
}

/** Whether the calls could be made, without making them. */
const dry = async <V>({ tx, accountId }: StepContext, values: V, calling: Calling<V>, tokens: readonly Token[]) => {
  const people = await readPeople(tx, accountId, personIdsOf(tokens))
  const callFor = calling.calls(values)
  return tokens.map(({ personId }): Outcome => {
    const made = callFor(people.get(personId))
    return 'error' in made ? { fail: made.error } : { go: null }
  })
}

/**
 * A step that calls outside. Its first run keeps the call, in the transaction that brings the person here; the person is
 * held until the answer is there and the step runs again. The calls themselves are made by `Calls`, outside of any
 * transaction.
 */
export const callingRun = <V>(calling: Calling<V>): StepRun<V> => ({
  usesDatabase: true,
  calling,
  run: async (context, values, tokens) => {
    if (context.isDry) return dry(context, values, calling, tokens)
    const { tx, accountId, stepId } = context
    const rows = await callsOfStays(tx, accountId, stepId, tokens.map(stayOf))
    const found = tokens.map((token): Asking => ({ token, row: rows.get(token.id) }))
    const isStopped = found.some(({ row }) => !row) && (await goneReason(tx, accountId, stepId)) !== undefined
    const asking = found.filter(({ row }) => (row ? row.state === CALL.waiting || row.state === CALL.told : !isStopped))
    const failed = await ask(context, values, calling, asking)
    const kept = await keep(context, values, calling, found)
    const broken = found.flatMap(({ row }) => (row?.state === CALL.failed ? [row.id] : []))
    await tellFailures(tx, accountId, broken)
    return found.map(({ token, row }): Outcome => {
      if (row?.state === CALL.failed) return { fail: row.error ?? 'The call failed.' }
      const error = failed.get(token) ?? kept.get(token)
      if (error !== undefined) return { fail: error }
      return kept.has(token) ? { go: null } : { held: true }
    })
  },
})
