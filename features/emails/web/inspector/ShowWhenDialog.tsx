import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { Banner } from '@millrace/kit/web'
import { type Conditions, checkConditions, conditionText } from '@millrace/segments/contract'
import { ConditionBuilder } from '@millrace/segments/web'
import { useState } from 'react'
import { compileShow, type ShowWhen, untold } from '../../contract/showWhen.ts'

const NONE: Conditions = { type: 'group', operator: 'and', conditions: [] }

const UNTOLD: Readonly<Record<string, string>> = {
  event: 'what people did',
  segment: 'segments',
  goal: 'goals',
  association: 'what people are associated with',
}

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

const problemOf = (conditions: Conditions): string | undefined => {
  const names = untold(conditions).map((name) => UNTOLD[name] ?? `the field “${name}”`)
  if (!names.length) return undefined
  return `A mail knows its reader's fields and tags. It cannot tell ${names.join(', ')}: keep that in a tag or a field, or send two mails.`
}

/** Asks to whom a row or a block is shown. */
const ShowWhenDialog = ({ held, what, onDone, onClose }: Props) => {
  const isForeign = held !== undefined && held.conditions === undefined
  const [conditions, setConditions] = useState<Conditions>(held?.conditions ?? NONE)
  const [isAsked, setAsked] = useState(false)
  const problem = problemOf(conditions)
  const done = () => {
    setAsked(true)
    if (!problem && !checkConditions(conditions).length) onDone(made(conditions))
  }
  return (
    <Modal opened onClose={onClose} title={`Show this ${what} when`} size={720}>
      <Stack gap={14}>
        {isForeign && (
          <Banner tone="warn">
            This {what} has a condition from another editor. It goes on as it is until you set another one here.{' '}
            <Code>{held.before.slice(0, 300)}</Code>
          </Banner>
        )}
        <ConditionBuilder value={conditions} onChange={setConditions} subject="filter" showFaults={isAsked} />
        {problem && <Banner tone="bad">{problem}</Banner>}
        <Text size="xs" c="dimmed">
          Who does not meet this gets the mail without the {what}, in HTML and in plain text.
        </Text>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={done} disabled={problem !== undefined}>
            Apply
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

export default ShowWhenDialog
