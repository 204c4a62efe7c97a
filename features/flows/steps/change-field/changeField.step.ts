import { z } from 'zod'
import { stepType } from '../../contract/stepType.ts'
import { FieldName } from '../../contract/values.ts'

const Values = z.object({ field: FieldName, value: z.string().max(5000) })
/** Settings of the step. `value` is Liquid; empty clears the field. */
export type ChangeFieldValues = z.output<typeof Values>

/** Sets a field of the person. */
export const changeFieldStep = stepType<ChangeFieldValues>({
  operationKey: '/change-field',
  type: 'action',
  kind: 'action',
  group: 'People',
  label: 'Change field',
  description: 'Sets a field, also from other fields.',
  icon: 'edit',
  subjects: 'any',
  values: Values,
  holds: { field: 'field', value: 'liquid' },
  startWith: { value: '' },
  summary: ({ field, value }, names) => {
    if (!field) return { title: 'Change field', text: 'Choose a field' }
    const name = names.fields?.[field] ?? field
    return { title: 'Change field', text: value ? `Set ${name} to ${value}` : `Clear ${name}` }
  },
})
