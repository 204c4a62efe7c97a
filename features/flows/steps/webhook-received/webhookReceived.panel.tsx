import { Button } from '@mantine/core'
import { useCall } from '@millrace/kit/web'
import { peopleContract } from '@millrace/people/contract'
import { IconWand } from '@tabler/icons-react'
import { Hint, type PanelProps } from '../../web/inspector/index.ts'
import { MappingRows, PathPicker, useSample } from '../../web/mapping/index.ts'
import { HookPart } from '../../web/outside/index.ts'
import { guessMapping } from './guessMapping.ts'
import type { HookMapping } from './webhookReceived.step.ts'

/** Settings of the trigger: its address, what was delivered, and which part of that is whom and what. */
export default function WebhookReceivedPanel({ values, change, problemOf, stepId, isReadOnly }: PanelProps) {
  const sample = useSample(stepId)
  const { data } = useCall(peopleContract.listFields)
  const mapping = (values.mapping as HookMapping | undefined) ?? {}
  const set = (changes: Partial<HookMapping>) => change({ mapping: { ...mapping, ...changes } })
  const [wrong, wrongFields] = [problemOf('mapping'), problemOf('mapping.fields')]
  const fields = (data?.fields ?? []).filter(({ readOnly, name }) => !readOnly && name !== 'tags')
  const guessed = guessMapping(sample.paths, fields, mapping)
  const isGuessing = sample.paths.length > 0 && JSON.stringify(guessed) !== JSON.stringify(mapping)
  return (
    <>
      {stepId !== undefined && !isReadOnly && <HookPart stepId={stepId} onArrived={sample.refresh} />}
      <Hint>Say where in a delivery things stand. People who are not there yet are made.</Hint>
      {isGuessing && !isReadOnly && (
        <Button variant="light" leftSection={<IconWand size={15} />} onClick={() => change({ mapping: guessed })}>
          Fill in what the last delivery seems to say
        </Button>
      )}
      <PathPicker
        label="Email address"
        sample={sample}
        value={mapping.email}
        onChange={(email) => set({ email })}
        error={wrong === wrongFields ? undefined : wrong}
      />
      <PathPicker label="User ID" sample={sample} value={mapping.userId} onChange={(userId) => set({ userId })} />
      <PathPicker
        label="One run per value of"
        placeholder="order.id"
        sample={sample}
        value={mapping.key}
        onChange={(key) => set({ key })}
      />
      <MappingRows
        label="Fields"
        sample={sample}
        whole="data.customer.plan"
        lines={mapping.fields ?? []}
        onChange={(lines) => set({ fields: lines.length ? lines : undefined })}
        error={wrongFields}
      />
    </>
  )
}
