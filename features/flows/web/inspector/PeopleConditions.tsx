import { type Conditions, conditionWords } from '../../contract/index.ts'

/** The segment builder, for conditions that a step keeps. */
export const PeopleConditions = ({ value }: { value: Conditions; onChange(value: Conditions): void }) => (
  <p>{conditionWords(value, {}) || 'No conditions yet.'}</p>
)
