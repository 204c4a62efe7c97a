import { ago, count, plural } from '@millrace/kit/web'
import type { FlowTrouble } from '../../contract/index.ts'
import type { KindWords } from '../kind/flowKind.ts'

type Words = { title: string; text: string; facts: string }

/** What goes wrong, in words: a title, the reason, and how many of those who go through the flow it is about since when. */
export const wordsOfTrouble = (
  trouble: FlowTrouble,
  stepName: (id: number) => string | undefined,
  called: KindWords = { one: 'person', many: 'people' },
): Words => {
  const people = (number: number) => plural(number, called.one, called.many)
  const { code, stepId, reason, people: many, standing, firstAt, lastAt } = trouble
  const name = stepId === null ? undefined : stepName(stepId)
  const step = name === undefined ? 'A step' : `“${name}”`
  const last = firstAt === lastAt ? ago(lastAt) : `First: ${ago(firstAt)}. Last: ${ago(lastAt)}.`
  if (code === 'step-failing') {
    const waiting = standing ? ` ${people(standing)} ${standing === 1 ? 'waits' : 'wait'} there.` : ''
    return {
      title: `${step} fails for everybody`,
      text: reason,
      facts: `Began ${ago(firstAt)}.${waiting} It is tried with one of them every minute.`,
    }
  }
  if (code === 'endless')
    return { title: 'The flow starts itself without end', text: reason, facts: `Stopped ${count(many)} times. ${last}` }
  if (code === 'not-entered')
    return { title: `${people(many)} could not be let in or moved on`, text: reason, facts: last }
  if (code === 'trigger')
    return { title: `${step} could not be asked whether it starts the flow`, text: reason, facts: last }
  if (code === 'unreadable') return { title: 'The flow cannot be read as it runs', text: reason, facts: last }
  return { title: `${people(many)} went too many ways at once`, text: reason, facts: last }
}
