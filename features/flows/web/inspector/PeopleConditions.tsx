import { ConditionBuilder } from '@millrace/segments/web'
import type { Conditions } from '../../contract/index.ts'
import { useFlowKind } from '../kind/flowKind.ts'

/** The segment builder, for conditions that a step keeps. */
export const PeopleConditions = ({ value, onChange }: { value: Conditions; onChange(value: Conditions): void }) => {
  const { objectType } = useFlowKind()
  return (
    <ConditionBuilder
      value={value as never}
      // What the builder makes is a narrower tree than what a step may hold.
      onChange={(next) => onChange(next as unknown as Conditions)}
      subject="filter"
      objectName={objectType}
    />
  )
}
