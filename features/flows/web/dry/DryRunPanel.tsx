import { Button, SegmentedControl, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { Drawer, ErrorPanel, useMutate } from '@millrace/kit/web'
import { useMemo, useState } from 'react'
import { flowsContract as calls, type DryRunRequest, type Flow, summaryOf } from '../../contract/index.ts'
import { useFlowKind } from '../kind/flowKind.ts'
import { SubjectSelect } from '../kind/SubjectSelect.tsx'
import type { FlowPanelProps } from '../screens/slots.ts'
import { useOverlay } from '../screens/useOverlay.ts'
import { pathMarks } from '../trace/pathMarks.ts'
import { DryWay } from './DryWay.tsx'
import { fieldsOf } from './fieldsOf.ts'

type Who = 'real' | 'madeUp'

const triggersOf = (flow: Flow, names: FlowPanelProps['names']) =>
  Object.values(flow.steps)
    .filter(({ type }) => type === 'trigger')
    .map((step) => ({ value: String(step.id), label: summaryOf(step, names).text || summaryOf(step, names).title }))

/** Tries the flow with somebody, as it is drawn: what would happen when, and why; nothing is sent or written. */
export default function DryRunPanel(slot: FlowPanelProps) {
  const { flow, store, names, onClose, stepName, goTo } = slot
  const [who, setWho] = useState<Who>('real')
  const [personId, setPersonId] = useState<number>()
  const [email, setEmail] = useState('somebody@example.com')
  const [fields, setFields] = useState('')
  const triggers = triggersOf(flow, names)
  const { isOfPeople, words } = useFlowKind()
  const [start, setStart] = useState<string | null>(null)
  const run = useMutate(calls.dryRunFlow)
  const [choices, setChoices] = useState<Record<string, string>>({})
  const go = (chosen: Record<string, string>) => {
    setChoices(chosen)
    const body: DryRunRequest = {
      ...(who === 'real' ? { personId } : { person: { ...(isOfPeople && { email }), fields: fieldsOf(fields) } }),
      ...(start && { startStepId: Number(start) }),
      choices: chosen,
    }
    run.mutate({ params: { id: flow.id }, body })
  }
  const stays = run.data?.stays
  const overlay = useMemo(
    () => stays && { title: 'Dry run: nothing is sent or written', marks: pathMarks({ flow, store }, stays) },
    [stays, flow, store],
  )
  useOverlay(slot, overlay, onClose)
  return (
    <Drawer opened onClose={onClose} title="Dry run" width={420} open>
      <Stack gap={12}>
        <SegmentedControl
          value={who}
          onChange={(value) => setWho(value as Who)}
          data={[
            { value: 'real', label: isOfPeople ? 'Somebody' : `A real ${words.one}` },
            { value: 'madeUp', label: 'Made up' },
          ]}
        />
        {who === 'real' ? (
          <SubjectSelect id={personId} onChange={setPersonId} />
        ) : (
          <>
            {isOfPeople && (
              <TextInput label="Email" value={email} onChange={(event) => setEmail(event.currentTarget.value)} />
            )}
            <Textarea
              label="Fields"
              description="One a line: plan = pro"
              autosize
              minRows={2}
              value={fields}
              onChange={(event) => setFields(event.currentTarget.value)}
            />
          </>
        )}
        {triggers.length > 1 && (
          <Select label="Enters by" data={triggers} value={start ?? triggers[0]?.value ?? null} onChange={setStart} />
        )}
        <Button
          onClick={() => go({})}
          loading={run.isPending}
          disabled={(who === 'real' && personId === undefined) || !triggers.length}
        >
          Run
        </Button>
        {run.error && <ErrorPanel error={run.error} />}
        {run.data && (
          <DryWay
            run={run.data}
            flow={flow}
            stepName={stepName}
            goTo={goTo}
            choices={choices}
            onChoose={(stepId, exit) => go({ ...choices, [stepId]: exit })}
            onForget={() => go({})}
          />
        )}
      </Stack>
    </Drawer>
  )
}
