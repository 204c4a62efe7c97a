import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { Banner } from '@millrace/kit/web'
import { type Conditions, checkConditions, conditionText } from '@millrace/segments/contract'
import { ConditionBuilder } from '@millrace/segments/web'
import { useState } from 'react'
import { compileShow, isAskedOfDatabase, isFromElsewhere, type ShowWhen } from '../../contract/showWhen.ts'

const NONE: Conditions = { type: 'group', operator: 'and', conditions: [] }

type Props = {
  held: ShowWhen | undefined
  /** What is shown: `row` or `block`. */
  what: string
  onDone: (next: ShowWhen | null) => void
  onClose: () => void
}

const made = (conditions: Conditions): ShowWhen | null => {
  if (!conditions.conditions.length) return null
  return { type: 'millrace', label: conditionText(conditions).slice(0, 500), ...compileShow(conditions), conditions }
}

/** Asks to whom a row or a block is shown. */
const ShowWhenDialog = ({ held, what, onDone, onClose }: Props) => {
  const isForeign = held !== undefined && held.conditions === undefined
  const [conditions, setConditions] = useState<Conditions>(held?.conditions ?? NONE)
  const [isAsked, setAsked] = useState(false)
  const done = () => {
    setAsked(true)
    if (!checkConditions(conditions).length) onDone(made(conditions))
  }
  return (
    <Modal opened onClose={onClose} title={`Show this ${what} when`} size={720}>
      <Stack gap={14}>
        {held && isFromElsewhere(held) && (
          <Banner tone="warn">
            This {what} came from another account, where it was shown when: {held.label}. Here it shows to nobody until
            you set a condition, or show it always.
          </Banner>
        )}
        {isForeign && !isFromElsewhere(held) && (
          <Banner tone="warn">
            This {what} has a condition from another editor. It goes on as it is until you set another one here.{' '}
            <Code>{held.before.slice(0, 300)}</Code>
          </Banner>
        )}
        <ConditionBuilder value={conditions} onChange={setConditions} showFaults={isAsked} />
        <Text size="xs" c="dimmed">
          Who does not meet this gets the mail without the {what}, in HTML and in plain text.
          {isAskedOfDatabase(conditions) &&
            ' What people did, segments and goals count as they stand when the mail leaves.'}
        </Text>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={done}>Apply</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

export default ShowWhenDialog
