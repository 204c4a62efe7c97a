import { notVerified } from '@millrace/delivery/server'
import type { Tx } from '@millrace/kit/server'
import { Refusal } from '@millrace/kit/server'
import { ALL_SEGMENT_ID } from '@millrace/segments/contract'
import {
  type Flow,
  graphProblemsOf,
  type Problem,
  type Refs,
  reachedFromTriggers,
  refsOf,
  type Step,
  settingsProblemsOf,
  stepTypeOf,
} from '../../contract/index.ts'
import type { FlowDoors } from '../doors.ts'
import { liquidOf } from '../engine/liquid.ts'
import { timeProblems } from '../schedules/timeProblems.ts'
import { kindOfFlow, type TakenKind } from '../subjects/subjects.ts'

/** Emails that some steps send, with their senders. */
const EMAILS = `select e.id, e.name, e.archived_at is not null as "isArchived", coalesce(v.from_email, '') as "fromEmail"
  from emails e left join email_versions v on v.account_id = e.account_id and v.email_id = e.id and v.version = e.version
  where e.account_id = $1 and e.id = any($2::bigint[])`

/** Which of some emails are there. */
const KNOWN_EMAILS = 'select id from emails where account_id = $1 and id = any($2::bigint[])'

/** Which of some segments are there, and of what. */
const SEGMENTS = 'select id, lower(object_name) as of from segments where account_id = $1 and id = any($2::bigint[])'

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

const namedBy = (step: Step): Refs => refsOf(stepTypeOf(step), step.inputFields.values)

const folded = (tag: string): string => tag.trim().toLowerCase()

/** The tags that settings name, which must be there; those inside conditions may come later. */
const tagsOf = (step: Step): string[] => {
  const { holds } = stepTypeOf(step) ?? { holds: {} as Record<string, string> }
  return Object.entries(step.inputFields.values).flatMap(([setting, value]) =>
    holds[setting] === 'tag' ? [String(value)] : [],
  )
}

/** The ids in a step's own settings that are of one kind. */
const idsOf = (step: Step, holding: 'email' | 'segment'): number[] =>
  Object.entries(step.inputFields.values).flatMap(([setting, value]) =>
    stepTypeOf(step)?.holds[setting] === holding && value ? [Number(value)] : [],
  )

/** The email that settings name without sending it; an archived one still has its activity. */
const emailsOf = (step: Step): number[] => (stepTypeOf(step)?.sends ? [] : idsOf(step, 'email'))

const senderProblems = async (tx: Tx, doors: FlowDoors, accountId: number, steps: readonly Step[]) => {
  const sending = steps.filter((step) => stepTypeOf(step)?.sends)
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

const segmentProblems = async (tx: Tx, accountId: number, { objectType }: TakenKind, steps: readonly Step[]) => {
  const ids = [...new Set(steps.flatMap((step) => namedBy(step).segments))]
  const rows = ids.length ? await tx.rows<{ id: number; of: string }>(SEGMENTS, [accountId, ids]) : []
  const known = new Map(rows.map(({ id, of }) => [id, of]))
  return steps.flatMap((step): Problem[] => {
    if (namedBy(step).segments.some((id) => !known.has(id)))
      return [problem(step, 'unknown-segment', 'This segment is not there any more. Choose another one.', null)]
    const isOther = idsOf(step, 'segment').some(
      (id) => id !== ALL_SEGMENT_ID && known.get(id) !== objectType.toLowerCase(),
    )
    return isOther
      ? [problem(step, 'other-segment', 'This segment is of another kind. Choose one of this flow’s.', null)]
      : []
  })
}

const nameProblems = async (tx: Tx, accountId: number, steps: readonly Step[], all: readonly Step[]) => {
  const emailIds = [...new Set(steps.flatMap(emailsOf))]
  const emails = emailIds.length ? await tx.rows<{ id: number }>(KNOWN_EMAILS, [accountId, emailIds]) : []
  const knownEmails = new Set(emails.map(({ id }) => id))
  const tagNames = [...new Set(steps.flatMap(tagsOf).map(folded))]
  const tags = tagNames.length ? await tx.rows<{ name: string }>(TAGS, [accountId, tagNames]) : []
  const knownTags = new Set(tags.map(({ name }) => name))
  for (const step of all) for (const tag of namedBy(step).newTags) knownTags.add(folded(tag))
  return steps.flatMap((step): Problem[] => {
    return [
      ...(emailsOf(step).some((id) => !knownEmails.has(id))
        ? [problem(step, 'unknown-email', 'This email is not there any more. Choose another one.', 'emailId')]
        : []),
      ...tagsOf(step)
        .filter((tag) => !knownTags.has(folded(tag)))
        .map((tag) => problem(step, 'unknown-tag', `There is no tag “${tag}”.`, 'tag')),
    ]
  })
}

const textProblems = async (
  tx: Tx,
  doors: FlowDoors,
  accountId: number,
  { kindId }: TakenKind,
  steps: readonly Step[],
) => {
  const problems: Problem[] = []
  for (const step of steps) {
    const { liquid, conditions } = namedBy(step)
    for (const { setting, text } of liquid) {
      const read = liquidOf(text)
      const made = read.isConstant ? read.render(undefined) : undefined
      if (made && 'error' in made) problems.push(problem(step, 'bad-liquid', made.error, setting))
    }
    for (const one of conditions) {
      try {
        await doors.checkConditions(tx, accountId, one, kindId)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        problems.push(problem(step, 'bad-conditions', error.message, 'conditions'))
      }
    }
  }
  return problems
}

/** What is wrong with things that steps name: emails, senders, segments, tags, Liquid, conditions. `all` are all steps of the flow. */
export const thingProblems = async (
  tx: Tx,
  doors: FlowDoors,
  accountId: number,
  taken: TakenKind,
  steps: readonly Step[],
  all: readonly Step[],
): Promise<Problem[]> => {
  const configured = steps.filter((step) => !settingsProblemsOf(step).length)
  return [
    ...(await senderProblems(tx, doors, accountId, configured)),
    ...(await nameProblems(tx, accountId, configured, all)),
    ...(await segmentProblems(tx, accountId, taken, configured)),
    ...(await textProblems(tx, doors, accountId, taken, configured)),
    ...(await timeProblems(tx, accountId, configured, doors.now())),
  ]
}

/**
 * Everything that keeps a flow from being switched on, at once; `withAside`, also what is wrong with steps that nobody can
 * come to.
 */
export const flowProblems = async (
  tx: Tx,
  doors: FlowDoors,
  accountId: number,
  flow: Pick<Flow, 'id' | 'steps' | 'links' | 'objectType'>,
  withAside = false,
): Promise<Problem[]> => {
  const taken = await kindOfFlow(tx, accountId, flow.id)
  if (!taken || taken.isGone)
    return [
      {
        code: 'no-kind',
        message: 'What this flow takes is no more: its kind of objects was deleted.',
        stepId: null,
        field: null,
      },
    ]
  const all = Object.values(flow.steps)
  const reached = reachedFromTriggers(flow)
  const things = withAside ? all : all.filter(({ id }) => reached.has(id))
  return [...graphProblemsOf(flow, withAside), ...(await thingProblems(tx, doors, accountId, taken, things, all))]
}
