import { liquidOf } from '../../server/engine/liquid.ts'
import { readPeople } from '../../server/engine/people.ts'
import { type Outcome, personIdsOf, type StepContext, type StepRun } from '../../server/engine/stepRun.ts'
import type { EmailNotificationValues } from './emailNotification.step.ts'
import { spareAddresses } from './spareAddresses.ts'

/** The addresses of members that still are. */
const MEMBERS = `select m.email from memberships s join members m on m.id = s.member_id
  where s.account_id = $1 and s.member_id = any($2::int[])`

const addressesOf = async ({ tx, accountId }: StepContext, to: EmailNotificationValues['to']): Promise<string[]> => {
  const members = to.filter((one) => typeof one === 'number')
  const rows = members.length ? await tx.rows<{ email: string }>(MEMBERS, [accountId, members], 'flows-notified') : []
  const given = to.filter((one) => typeof one === 'string')
  return [...new Set([...rows.map(({ email }) => email), ...given].map((address) => address.toLowerCase()))]
}

/** One mail for each who comes and each who is told, as far as an address bears them. */
export const runEmailNotification: StepRun<EmailNotificationValues> = {
  usesDatabase: true,
  run: async (context, { to, subject, body }, tokens) => {
    const addresses = await addressesOf(context, to)
    if (!addresses.length) return tokens.map(() => ({ fail: 'Nobody who should be told is a member any more.' }))
    const [title, text] = [liquidOf(subject), liquidOf(body)]
    const needsPeople = !title.isConstant || !text.isConstant
    const people = needsPeople ? await readPeople(context.tx, context.accountId, personIdsOf(tokens)) : undefined
    const mails: { to: string; subject: string; text: string }[] = []
    const outcomes = tokens.map(({ personId }): Outcome => {
      const [made, written] = [title.render(people?.get(personId)), text.render(people?.get(personId))]
      if ('error' in made) return { fail: made.error }
      if ('error' in written) return { fail: written.error }
      const line = made.text.replace(/\s+/g, ' ').trim().slice(0, 500) || 'Somebody has come to a step of your flow'
      for (const address of addresses) mails.push({ to: address, subject: line, text: written.text })
      return { go: null }
    })
    if (context.isDry) return outcomes
    const going = await spareAddresses(context, mails)
    if (going.length) await context.doors.notify(context.tx, context.accountId, going)
    return outcomes
  },
}
