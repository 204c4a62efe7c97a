import { Button, Group, Modal, NumberInput, Radio, Select, Stack } from '@mantine/core'
import { useMutate } from '@millrace/kit/web'
import { useState } from 'react'
import { flowsContract as calls, type FlowData } from '../../contract/index.ts'
import { useFlowKind } from '../kind/flowKind.ts'
import type { FlowPanelProps } from '../screens/slots.ts'

type Often = 'always' | 'once' | 'period'
const oftenOf = ({ canEnterOnce, canEnterOncePerPeriod }: FlowData): Often =>
  canEnterOncePerPeriod ? 'period' : canEnterOnce ? 'once' : 'always'

/** How often a person may enter. */
export default function FlowSettings({ flow, onClose }: FlowPanelProps) {
  const [often, setOften] = useState<Often>(oftenOf(flow.data))
  const [period, setPeriod] = useState(flow.data.canEnterOncePerPeriod ?? { value: 7, unit: 'days' as const })
  const { one } = useFlowKind().words
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
          label={`How often may a ${one} enter this flow?`}
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
