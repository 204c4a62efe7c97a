import { Switch, TextInput } from '@mantine/core'
import { ConditionsField, type PanelProps } from '../../web/inspector/index.ts'
import { useFlowKind } from '../../web/kind/flowKind.ts'

/** Settings of the goal. */
export default function GoalPanel({ values, change, problemOf }: PanelProps) {
  const { words } = useFlowKind()
  return (
    <>
      <TextInput
        label="Goal"
        placeholder="Activated"
        value={(values.name as string) ?? ''}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={problemOf('name')}
      />
      <ConditionsField
        label="Reached when"
        description="Without conditions, the goal is reached by arriving here."
        subject="person"
        value={values.conditions}
        onChange={(conditions) => change({ conditions })}
        error={problemOf('conditions')}
      />
      <Switch
        label={`Move ${words.many} here as soon as they meet the conditions`}
        description="Wherever in the flow they are, waiting or not."
        checked={values.moveHere === true}
        onChange={(event) => change({ moveHere: event.currentTarget.checked })}
      />
    </>
  )
}
