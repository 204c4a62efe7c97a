import { nextOpening } from '@millrace/kit/server'
import { liquidOf } from '../../server/engine/liquid.ts'
import { type PersonRow, readPeople, zoneFor } from '../../server/engine/people.ts'
import { type Outcome, personIdsOf, type StepContext, type StepRun } from '../../server/engine/stepRun.ts'
import type { Token } from '../../server/engine/token.ts'
import type { SendValues } from './send.step.ts'

/** Remembers who gets the mail of a step that sends once; answers those who had not got it. */
const REMEMBER = `insert into step_sends (account_id, step_id, person_id, sent_at)
  select $1::int, $2::bigint, u.person_id, $4::timestamptz from unnest($3::bigint[]) as u(person_id)
  on conflict (account_id, step_id, person_id) do nothing returning person_id as "personId"`

const firstTimers = async ({ tx, accountId, stepId, now }: StepContext, tokens: readonly Token[]) => {
  const ids = personIdsOf(tokens).sort((a, b) => a - b)
  const rows = await tx.rows<{ personId: number }>(REMEMBER, [accountId, stepId, ids, now], 'flows-send-once')
  const left = new Set(rows.map(({ personId }) => personId))
  return tokens.filter(({ personId }) => left.delete(personId))
}

type People = Map<number, PersonRow> | undefined

const plan = async (context: StepContext, values: SendValues, tokens: readonly Token[], people: People) => {
  const { tx, doors, accountId, flowId, stepId, now } = context
  const address = liquidOf(values.sendTo ?? '')
  const failed = new Map<Token, string>()
  const addresses = new Map<Token, string>()
  for (const token of tokens) {
    const made = address.render(people?.get(token.personId))
    if ('error' in made) failed.set(token, made.error)
    else addresses.set(token, made.text.trim())
  }
  const sendable = tokens.filter((token) => addresses.has(token))
  const those = values.onlyOnce === false ? sendable : await firstTimers(context, sendable)
  const sends = those.map((token) => ({
    personId: token.personId,
    emailId: values.emailId,
    reasonKind: 'flow' as const,
    reasonKey: `${token.id}:${stepId}:${token.visit}`,
    reasonAt: token.stepEnteredAt,
    ...(addresses.get(token) && { toAddress: addresses.get(token) }),
    flowId,
    stepId,
    ...(token.eventId && token.causedAt && { event: { id: token.eventId, at: token.causedAt } }),
    ...(values.transactional && { isTransactional: true }),
    dueAt: now,
  }))
  if (sends.length) await doors.planSends(tx, accountId, sends)
  return failed
}

/** Plans the mail for everybody whose window is open; the others wait here until it opens. */
export const runSend: StepRun<SendValues> = {
  usesDatabase: true,
  run: async (context, values, tokens) => {
    const { tx, accountId, now, zone } = context
    const needsPeople = values.window?.timezone === 'person' || !liquidOf(values.sendTo ?? '').isConstant
    const people = needsPeople ? await readPeople(tx, accountId, personIdsOf(tokens)) : undefined
    const opens = new Map<Token, Date>()
    for (const token of values.window ? tokens : []) {
      const own = values.window!.timezone === 'person' ? zoneFor(people?.get(token.personId), zone) : zone
      const opening = nextOpening(now, values.window!, own)
      if (opening > now) opens.set(token, opening)
    }
    const failed = await plan(
      context,
      values,
      tokens.filter((token) => !opens.has(token)),
      people,
    )
    return tokens.map((token): Outcome => {
      const opening = opens.get(token)
      if (opening) return { again: opening }
      const error = failed.get(token)
      return error === undefined ? { go: null } : { fail: error }
    })
  },
}
