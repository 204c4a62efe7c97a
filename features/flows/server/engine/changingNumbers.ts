import type { Outcome, StepContext } from './stepRun.ts'
import type { Token } from './token.ts'

type Change = { field: string; by: 'add' | 'subtract' | 'multiply' | 'set'; value: number }

/**
 * Changes a number once for every token, also where a person stands here twice; a token that has its reason already is left
 * alone. Answers the outcomes.
 */
export const changeForAll = async (
  { tx, doors, accountId }: Pick<StepContext, 'tx' | 'doors' | 'accountId'>,
  tokens: readonly Token[],
  changeOf: (token: Token) => Change | { error: string },
): Promise<Outcome[]> => {
  const made = tokens.map((token) => ({ personId: token.personId, ...changeOf(token) }))
  const changes = made.flatMap((one) => ('error' in one ? [] : [one]))
  const results = (changes.length ? await doors.changeNumbers(tx, accountId, changes) : []).values()
  return made.map((one): Outcome => {
    if ('error' in one) return { fail: one.error }
    const refusal = (results.next().value as { refusal?: string } | undefined)?.refusal
    return refusal === undefined ? { go: null } : { fail: refusal }
  })
}
