import { notVerified } from '@millrace/delivery/server'
import type { Tx } from '@millrace/kit/server'
import { Refusal } from '@millrace/kit/server'
import {
  type Conditions,
  graphProblemsOf,
  type Link,
  type Problem,
  reachedFromTriggers,
  type Step,
  settingsProblemsOf,
} from '../../contract/index.ts'
import type { FlowDoors } from '../doors.ts'
import { liquidOf } from '../engine/liquid.ts'

/** Emails that some steps send, with their senders. */
const EMAILS = `select e.id, e.name, e.archived_at is not null as "isArchived", coalesce(v.from_email, '') as "fromEmail"
  from emails e left join email_versions v on v.account_id = e.account_id and v.email_id = e.id and v.version = e.version
  where e.account_id = $1 and e.id = any($2::bigint[])`

/** Which of some segments are there. */
const SEGMENTS = 'select id from segments where account_id = $1 and id = any($2::bigint[])'

/** Which of some tags are there, by lower-case name. */
const TAGS = 'select lower(name) as name from tags where account_id = $1 and lower(name) = any($2::text[])'

/** Whether an account is one for tests. */
const IS_TEST = 'select is_test as "isTest" from accounts where id = $1'

type EmailRow = { id: number; name: string; isArchived: boolean; fromEmail: string }

const problem = (step: Step, code: string, message: string, field: string | null): Problem => ({
  code,
  message,
  stepId: step.id,
  field,
})

const conditionsOf = (step: Step): Conditions | undefined =>
  step.inputFields.values.conditions as Conditions | undefined

/** Ids of the segments that conditions name. */
const segmentsIn = (conditions: Conditions | undefined): number[] =>
  (conditions?.conditions ?? []).flatMap((one) => {
    if (one.type === 'group') return segmentsIn(one)
    return one.type === 'segment' ? [one.value] : []
  })

const segmentsOf = (step: Step): number[] => {
  const own = Number(step.inputFields.values.segmentId)
  return [...(own > 0 ? [own] : []), ...(step.operationKey === '/event' ? [] : segmentsIn(conditionsOf(step)))]
}

const tagOf = (step: Step): string | undefined => {
  if (!['/tag', '/has-tag'].includes(step.operationKey)) return undefined
  return String(step.inputFields.values.tag).trim().toLowerCase()
}

const senderProblems = async (tx: Tx, doors: FlowDoors, accountId: number, steps: readonly Step[]) => {
  const sending = steps.filter(({ operationKey }) => operationKey === '/send')
  if (!sending.length) return []
  const ids = [...new Set(sending.map(({ inputFields }) => Number(inputFields.values.emailId)))]
  const emails = new Map((await tx.rows<EmailRow>(EMAILS, [accountId, ids])).map((email) => [email.id, email]))
  const isTest = (await tx.one<{ isTest: boolean }>(IS_TEST, [accountId]))?.isTest ?? false
  const sendable = new Map<string, boolean>()
  const problems: Problem[] = []
  for (const step of sending) {
    const email = emails.get(Number(step.inputFields.values.emailId))
    const from = email?.fromEmail.trim() ?? ''
    if (!email || email.isArchived)
      problems.push(problem(step, 'unknown-email', 'This email is not there any more. Choose another one.', 'emailId'))
    else if (!from)
      problems.push(problem(step, 'no-sender', `The email “${email.name}” says nobody as its sender.`, 'emailId'))
    else if (!isTest && !from.includes('{{')) {
      if (!sendable.has(from)) sendable.set(from, await doors.isSendable(tx, accountId, from))
      if (!sendable.get(from)) problems.push(problem(step, 'unverified-sender', notVerified(from), 'emailId'))
    }
  }
  return problems
}

const nameProblems = async (tx: Tx, accountId: number, steps: readonly Step[], all: readonly Step[]) => {
  const segmentIds = [...new Set(steps.flatMap(segmentsOf))]
  const tagNames = [...new Set(steps.flatMap((step) => tagOf(step) ?? []))]
  const segments = segmentIds.length ? await tx.rows<{ id: number }>(SEGMENTS, [accountId, segmentIds]) : []
  const tags = tagNames.length ? await tx.rows<{ name: string }>(TAGS, [accountId, tagNames]) : []
  const knownSegments = new Set(segments.map(({ id }) => id))
  const knownTags = new Set(tags.map(({ name }) => name))
  for (const { operationKey, inputFields } of all)
    if (operationKey === '/add-tag') knownTags.add(String(inputFields.values.tag).trim().toLowerCase())
  return steps.flatMap((step): Problem[] => {
    const tag = tagOf(step)
    const lost = segmentsOf(step).some((id) => !knownSegments.has(id))
    return [
      ...(lost
        ? [problem(step, 'unknown-segment', 'This segment is not there any more. Choose another one.', null)]
        : []),
      ...(tag !== undefined && !knownTags.has(tag)
        ? [problem(step, 'unknown-tag', `There is no tag “${step.inputFields.values.tag}”.`, 'tag')]
        : []),
    ]
  })
}

const textProblems = async (tx: Tx, doors: FlowDoors, accountId: number, steps: readonly Step[]) => {
  const problems: Problem[] = []
  for (const step of steps) {
    const { value, sendTo } = step.inputFields.values
    const [text, field] = step.operationKey === '/change-field' ? [value, 'value'] : [sendTo, 'sendTo']
    const liquid = typeof text === 'string' ? liquidOf(text) : undefined
    const made = liquid?.isConstant ? liquid.render(undefined) : undefined
    if (made && 'error' in made) problems.push(problem(step, 'bad-liquid', made.error, field as string))
    const conditions = conditionsOf(step)
    if (!conditions || step.operationKey === '/event') continue
    try {
      await doors.matches(tx, accountId, conditions, [0])
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.push(problem(step, 'bad-conditions', error.message, 'conditions'))
    }
  }
  return problems
}

/** What is wrong with things that steps name: emails, senders, segments, tags, Liquid, conditions. `all` are all steps of the flow. */
export const thingProblems = async (
  tx: Tx,
  doors: FlowDoors,
  accountId: number,
  steps: readonly Step[],
  all: readonly Step[],
): Promise<Problem[]> => {
  const configured = steps.filter((step) => !settingsProblemsOf(step).length)
  return [
    ...(await senderProblems(tx, doors, accountId, configured)),
    ...(await nameProblems(tx, accountId, configured, all)),
    ...(await textProblems(tx, doors, accountId, configured)),
  ]
}

/** Everything that keeps a flow from being switched on, at once. */
export const flowProblems = async (
  tx: Tx,
  doors: FlowDoors,
  accountId: number,
  flow: { steps: Record<string, Step>; links: readonly Link[] },
): Promise<Problem[]> => {
  const all = Object.values(flow.steps)
  const reached = reachedFromTriggers(flow)
  const things = all.filter(({ id }) => reached.has(id))
  return [...graphProblemsOf(flow), ...(await thingProblems(tx, doors, accountId, things, all))]
}
