import { randomUUID } from 'node:crypto'
import { type House, notFound, type Outgoing, OutgoingError, refused } from '@millrace/kit/server'
import type { Step, TestCall } from '../../contract/index.ts'
import { settingsProblemsOf, stepTypeOf } from '../../contract/index.ts'
import { pathsIn } from '../../contract/pathsIn.ts'
import { readPeople } from '../engine/people.ts'
import { stepRunOf } from '../engine/runners.ts'
import { kindOfFlow, subjectIn } from '../subjects/subjects.ts'
import type { Editor } from '../verbs/editFlow.ts'
import { readStep } from '../verbs/readFlow.ts'
import { verdictOf } from './backoff.ts'
import type { Calling } from './callingRun.ts'
import { CALL_LIMITS } from './calls.ts'
import { type OutsideCall, requestOf } from './outsideCall.ts'
import { partOf } from './partOf.ts'
import { rememberOutput } from './stepOutput.ts'

/** What a step calls; 422 for a step that calls nobody. */
export const callingOf = (step: Step): Calling<unknown> => {
  const calling = stepRunOf(step)?.calling
  if (!calling) throw refused('This step calls nobody.')
  return calling as Calling<unknown>
}

const filled = (step: Step, values: Record<string, unknown> | undefined): unknown => {
  const meant = values ? { ...step, inputFields: { ...step.inputFields, values } } : step
  const [problem] = settingsProblemsOf(meant)
  if (problem) throw refused(problem.message)
  return stepTypeOf(step)?.values.parse(meant.inputFields.values)
}

const masked = (call: OutsideCall): TestCall['request'] => ({
  method: call.method,
  url: call.url,
  headers: Object.fromEntries(call.headers.map((one) => [one.name, 'value' in one ? one.value : '••••••'])),
  body: call.body ?? '',
})

type Came = Pick<TestCall, 'status' | 'headers' | 'body' | 'isCut' | 'error'>

const send = async (house: House, outgoing: Outgoing, accountId: number, call: OutsideCall): Promise<Came> => {
  try {
    const request = requestOf(house.keys, accountId, call, { key: `test-${randomUUID()}`, at: house.clock.now() })
    const { status, headers, body, isCut } = await outgoing.send({ ...request, ...CALL_LIMITS })
    return { status, headers, body, isCut, error: null }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return { status: null, headers: {}, body: '', isCut: false, error: error.message }
  }
}

/** Makes the call of a step once, for a person or for nobody, with settings that need not be saved. Nothing is kept but what the answer looks like. */
export const testCall = async (
  house: House,
  outgoing: Outgoing,
  { accountId }: Editor,
  stepId: number,
  { personId, values }: { personId?: number; values?: Record<string, unknown> },
): Promise<TestCall> => {
  const { step, person } = await house.db.account(accountId, async (tx) => {
    const step = await readStep(tx, accountId, stepId)
    const kind = (await kindOfFlow(tx, accountId, step.integrationId)) ?? { kindId: 0 }
    const subject = personId === undefined ? undefined : subjectIn(kind, personId)
    const known = subject === undefined ? undefined : (await readPeople(tx, accountId, [subject])).get(subject)
    if (personId !== undefined && !known) throw notFound()
    return { step, person: known }
  })
  const made = callingOf(step).calls(filled(step, values))(person)
  if ('error' in made) throw refused(made.error)
  const from = performance.now()
  const came = await send(house, outgoing, accountId, made.call)
  const ms = Math.round(performance.now() - from)
  const answer = came.status === null ? undefined : partOf(came.body, undefined)
  if (came.status !== null && verdictOf(came.status) === 'answered') {
    await house.db.account(accountId, (tx) => rememberOutput(tx, accountId, stepId, answer))
  }
  return { request: masked(made.call), ...came, ms, paths: pathsIn(answer) }
}
