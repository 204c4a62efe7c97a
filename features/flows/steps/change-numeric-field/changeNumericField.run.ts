import { changeForAll } from '../../server/engine/changingNumbers.ts'
import { liquidOf } from '../../server/engine/liquid.ts'
import { readPeople } from '../../server/engine/people.ts'
import { personIdsOf, type StepRun } from '../../server/engine/stepRun.ts'
import type { ChangeNumericFieldValues } from './changeNumericField.step.ts'

const numberOf = (text: string): number | { error: string } => {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : { error: `“${text.trim().slice(0, 40)}” is not a number.` }
}

/** Reckons with what each person's number is at that moment, under a lock, so that two workers never lose a change. */
export const runChangeNumericField: StepRun<ChangeNumericFieldValues> = {
  usesDatabase: true,
  run: async (context, { field, by, value }, tokens) => {
    const liquid = liquidOf(value)
    const people = liquid.isConstant ? undefined : await readPeople(context.tx, context.accountId, personIdsOf(tokens))
    return changeForAll(context, tokens, ({ personId }) => {
      const made = liquid.render(people?.get(personId))
      if ('error' in made) return made
      const number = numberOf(made.text)
      return typeof number === 'number' ? { field, by, value: number } : number
    })
  },
}
