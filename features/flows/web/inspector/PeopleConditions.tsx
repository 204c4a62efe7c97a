import { ConditionBuilder } from '@millrace/segments/web'
import type { Conditions } from '../../contract/index.ts'

/** The segment builder, for conditions that a step keeps. */
export const PeopleConditions = ({ value, onChange }: { value: Conditions; onChange(value: Conditions): void }) => (
  <ConditionBuilder
    value={value as never}
    onChange={(next: unknown) => onChange(next as Conditions)}
    subject="person"
  />
)
