import { ConditionsField, Hint, type PanelProps } from '../../web/inspector/index.ts'

/** Settings of the condition filter. */
export default function ConditionPanel({ values, change, problemOf }: PanelProps) {
  return (
    <>
      <ConditionsField
        label="People who match"
        subject="person"
        value={values.conditions}
        onChange={(conditions) => change({ conditions })}
        error={problemOf('conditions')}
      />
      <Hint>They leave by “yes”, the others by “no”.</Hint>
    </>
  )
}
