import { ConditionsField, Hint, type PanelProps } from '../../web/inspector/index.ts'
import { useFlowKind } from '../../web/kind/flowKind.ts'

/** Settings of the condition filter. */
export default function ConditionPanel({ values, change, problemOf }: PanelProps) {
  const { isOfPeople } = useFlowKind()
  return (
    <>
      <ConditionsField
        label={isOfPeople ? 'People who match' : 'Those that match'}
        subject="person"
        value={values.conditions}
        onChange={(conditions) => change({ conditions })}
        error={problemOf('conditions')}
      />
      <Hint>They leave by “yes”, the others by “no”.</Hint>
    </>
  )
}
