import { Button, Group, Modal, NumberInput, Radio, Select, Stack } from '@mantine/core'
import { plural, useMutate } from '@millrace/kit/web'
import { useState } from 'react'
import { flowsContract as calls, type Flow, type FlowData } from '../../contract/index.ts'
import type { FlowStore } from '../screens/useFlowStore.ts'

/** The questions that a gesture may have to wait for. */
export const QuestionDialog = ({ question }: Pick<FlowStore, 'question'>) => {
  if (!question) return null
  const { answer } = question
  if (question.kind === 'edit-active') {
    return (
      <Modal opened onClose={() => answer(false)} title="This flow is active">
        <p style={{ marginTop: 0 }}>Changes apply at once, also to people who are in it now.</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => answer(false)}>
            Cancel
          </Button>
          <Button data-autofocus onClick={() => answer(true)}>
            Edit active flow
          </Button>
        </Group>
      </Modal>
    )
  }
  return (
    <Modal
      opened
      onClose={() => answer(undefined)}
      title={`${plural(question.people, 'person is', 'people are')} waiting here`}
    >
      <p style={{ marginTop: 0 }}>
        Shall the new wait count for them too? The time that they have waited already is kept.
      </p>
      <Group justify="flex-end">
        <Button variant="subtle" color="gray" onClick={() => answer(undefined)}>
          Cancel
        </Button>
        <Button variant="default" onClick={() => answer(false)}>
          Only for those who come
        </Button>
        <Button data-autofocus onClick={() => answer(true)}>
          For them too
        </Button>
      </Group>
    </Modal>
  )
}

type Often = 'always' | 'once' | 'period'
const oftenOf = ({ canEnterOnce, canEnterOncePerPeriod }: FlowData): Often =>
  canEnterOncePerPeriod ? 'period' : canEnterOnce ? 'once' : 'always'

/** How often a person may enter. */
export const FlowSettings = ({ flow, onClose }: { flow: Flow; onClose(): void }) => {
  const [often, setOften] = useState<Often>(oftenOf(flow.data))
  const [period, setPeriod] = useState(flow.data.canEnterOncePerPeriod ?? { value: 7, unit: 'days' as const })
  const save = useMutate(calls.updateFlow, {
    invalidates: [calls.getFlow],
    success: 'Settings saved.',
    onDone: onClose,
  })
  const data = { canEnterOnce: often === 'once', canEnterOncePerPeriod: often === 'period' ? period : null }
  return (
    <Modal opened onClose={onClose} title="Flow settings">
      <Stack gap={16}>
        <Radio.Group
          label="How often may a person enter this flow?"
          value={often}
          onChange={(value) => setOften(value as Often)}
        >
          <Stack gap={8} mt={8}>
            <Radio value="always" label="Every time something starts it" />
            <Radio value="once" label="Only once, ever" />
            <Radio value="period" label="At most once in a period" />
          </Stack>
        </Radio.Group>
        {often === 'period' && (
          <Group gap={8}>
            <NumberInput
              aria-label="Length of the period"
              min={1}
              max={10_000}
              value={period.value}
              onChange={(value) => setPeriod({ ...period, value: Number(value) || 1 })}
              w={110}
            />
            <Select
              aria-label="Unit of the period"
              data={['minutes', 'hours', 'days']}
              value={period.unit}
              onChange={(unit) => unit && setPeriod({ ...period, unit: unit as 'days' })}
              w={120}
              allowDeselect={false}
            />
          </Group>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={save.isPending} onClick={() => save.mutate({ params: { id: flow.id }, body: { data } })}>
            Save settings
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Everything that keeps a flow from being switched on, each leading to its step. */
export const ProblemsDialog = ({
  problems,
  onGoTo,
  onClose,
}: {
  problems: readonly { stepId: number | null; message: string }[]
  onGoTo(stepId: number): void
  onClose(): void
}) => (
  <Modal opened onClose={onClose} title={`${plural(problems.length, 'thing')} to mend before this flow can run`}>
    <Stack gap={6}>
      {problems.map(({ stepId, message }) => (
        <Group
          key={`${stepId}-${message}`}
          justify="space-between"
          wrap="nowrap"
          style={{ padding: '8px 10px', border: '1px solid var(--line)', borderRadius: 8 }}
        >
          <span>{message}</span>
          {stepId !== null && (
            <Button size="xs" variant="default" onClick={() => onGoTo(stepId)}>
              Show step
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  </Modal>
)
