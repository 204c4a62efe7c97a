import { ConditionsField, DurationField, Hint, type PanelProps } from '../../web/inspector/index.ts'
import { useFlowKind } from '../../web/kind/flowKind.ts'

/** Settings of "Wait for". */
export default function WaitForPanel({ values, change, problemOf }: PanelProps) {
  const { isOfPeople } = useFlowKind()
  return (
    <>
      <ConditionsField
        label="Wait until"
        description={isOfPeople ? 'Events count from when the person comes to this step.' : undefined}
        subject="person"
        value={values.conditions}
        onChange={(conditions) => change({ conditions })}
        error={problemOf('conditions')}
      />
      <DurationField
        label="At most"
        value={values.timeout as { value?: number; unit?: string } | undefined}
        onChange={(timeout) => change({ timeout })}
        error={problemOf('timeout')}
      />
      <Hint>
        They leave by “happened” at once when it does, and by “timed out” when their time is over. What is true already,
        such as {isOfPeople ? 'a tag they have' : 'a field that is so'}, has happened.
      </Hint>
    </>
  )
}
