import { liquidOf } from '../../server/engine/liquid.ts'
import { readPeople } from '../../server/engine/people.ts'
import { type Outcome, personIdsOf, type StepRun } from '../../server/engine/stepRun.ts'
import type { ChangeFieldValues } from './changeField.step.ts'

/** Sets the field for everybody at once; where the Liquid cannot be run for someone, they stop here and it is told. */
export const runChangeField: StepRun<ChangeFieldValues> = {
  usesDatabase: true,
  run: async ({ tx, doors, accountId }, { field, value }, tokens) => {
    const liquid = liquidOf(value)
    const ids = personIdsOf(tokens)
    const people = liquid.isConstant ? undefined : await readPeople(tx, accountId, ids)
    const failed = new Map<number, string>()
    const items: { personId: number; fields: Record<string, unknown> }[] = []
    for (const personId of ids) {
      const made = liquid.render(people?.get(personId))
      if ('error' in made) failed.set(personId, made.error)
      else items.push({ personId, fields: { [field]: made.text === '' ? null : made.text } })
    }
    const changed = items.length ? await doors.changeFields(tx, accountId, items) : []
    for (const [index, { refusal }] of changed.entries()) {
      const item = items[index]
      if (refusal && item) failed.set(item.personId, refusal)
    }
    return tokens.map(({ personId }): Outcome => {
      const error = failed.get(personId)
      return error === undefined ? { go: null } : { fail: error }
    })
  },
}
