import { liquidOf } from '../../server/engine/liquid.ts'
import { readPeople } from '../../server/engine/people.ts'
import { type Outcome, personIdsOf, type StepRun } from '../../server/engine/stepRun.ts'
import { type NewMessage, newMessages } from '../../server/inApp/messageRows.ts'
import { inUrl } from '../../server/outside/escapes.ts'
import { EXPIRES, type InAppMessageValues, isLink } from './inAppMessage.step.ts'

const HOURS = { hours: 1, days: 24, weeks: 168 } as const
const MOST = { title: 200, body: 5000, link: 2000 }

const cut = (text: string, most: number) => text.trim().slice(0, most).toWellFormed().replaceAll('\0', '')

/** Keeps a message for each who comes, once for their stay, and lets them go on. */
export const runInAppMessage: StepRun<InAppMessageValues> = {
  usesDatabase: true,
  run: async (
    { tx, accountId, flowId, stepId, now, isDry },
    { title, body, link, button, expires = EXPIRES },
    tokens,
  ) => {
    const texts = { title: liquidOf(title), body: liquidOf(body), link: liquidOf(link ?? '', inUrl) }
    const needsPeople = Object.values(texts).some(({ isConstant }) => !isConstant)
    const people = needsPeople ? await readPeople(tx, accountId, personIdsOf(tokens)) : undefined
    const expiresAt = new Date(now.getTime() + expires.value * HOURS[expires.unit] * 3_600_000)
    const messages: NewMessage[] = []
    const outcomes = tokens.map(({ id, personId, stepEnteredAt }): Outcome => {
      const person = people?.get(personId)
      const [head, text, to] = [texts.title.render(person), texts.body.render(person), texts.link.render(person)]
      for (const made of [head, text, to]) if ('error' in made) return { fail: made.error }
      const written = { title: textIn(head, MOST.title), body: textIn(text, MOST.body), link: textIn(to, MOST.link) }
      if (!written.title && !written.body) return { fail: 'The message is empty with what this person has.' }
      if (written.link && !isLink(written.link)) return { fail: 'The link cannot be read with what this person has.' }
      const stay = { runId: id, stayAt: stepEnteredAt, personId }
      messages.push({ ...stay, ...written, link: written.link || null, button: button || null, expiresAt })
      return { go: null }
    })
    if (!isDry) await newMessages(tx, { accountId, flowId, stepId, now }, messages)
    return outcomes
  },
}

const textIn = (made: { text: string } | { error: string }, most: number) =>
  'text' in made ? cut(made.text, most) : ''
