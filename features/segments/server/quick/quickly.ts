import type { Tx } from '@millrace/kit/server'
import type { Conditions } from '../../contract/index.ts'
import type { Dictionary } from '../compile/dictionary.ts'
import type { Answer } from './answer.ts'
import { EventAnswers } from './eventAnswers.ts'
import type { Facts } from './facts.ts'
import { meets } from './tree.ts'

/** One question: does this person meet these conditions? */
export type Question = { conditions: Conditions; facts: Facts }

/**
 * Answers what can be told from a person's row, the segments they are in and plain counts of events, all at once; undefined
 * where the database must be asked. It never says other than the compiled conditions would.
 */
export const answerQuickly = async (
  tx: Tx,
  dictionary: Dictionary,
  questions: readonly Question[],
): Promise<Answer[]> => {
  const events = new EventAnswers(dictionary)
  const answer = ({ conditions, facts }: Question) =>
    meets(conditions, facts, dictionary, (one) => events.ask(one, facts.id))
  const answers = questions.map(answer)
  if (!(await events.find(tx))) return answers
  return questions.map((question, index) => answers[index] ?? answer(question))
}
