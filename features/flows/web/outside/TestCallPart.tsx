import { Button, Select } from '@mantine/core'
import { useCall, useMutate } from '@millrace/kit/web'
import { peopleContract } from '@millrace/people/contract'
import { useState } from 'react'
import { flowsContract as calls, type TestCall } from '../../contract/index.ts'
import { Hint, Part } from '../inspector/parts.tsx'
import { useFlowKind } from '../kind/flowKind.ts'
import { SubjectSelect } from '../kind/SubjectSelect.tsx'
import css from './outside.module.css'

const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

const Answer = ({ came }: { came: TestCall }) => (
  <div role="status" style={{ display: 'grid', gap: 8 }}>
    <Hint>
      <strong>{came.error ?? `Answered ${came.status}`}</strong> {came.ms} ms
    </Hint>
    {came.status !== null && (
      <pre className={css.answer}>
        {pretty(came.body) || 'The answer is empty.'}
        {came.isCut && '\n…'}
      </pre>
    )}
    <details>
      <summary>What was sent</summary>
      <pre className={css.answer}>
        {`${came.request.method} ${came.request.url}\n`}
        {Object.entries(came.request.headers).map(([name, value]) => `${name}: ${value}\n`)}
        {`\n${pretty(came.request.body)}`}
      </pre>
    </details>
  </div>
)

type Props = { stepId: number; values: Record<string, unknown>; onAnswer(): void }

/** Makes the call once with the settings as they stand, for somebody or nobody, and shows what came back. */
export const TestCallPart = ({ stepId, values, onAnswer }: Props) => {
  const [personId, setPerson] = useState<string | null>(null)
  const { isOfPeople } = useFlowKind()
  const { data } = useCall(
    peopleContract.listPeople,
    { query: { limit: 30, ignoreAnonymous: 'true' } as never },
    { enabled: isOfPeople },
  )
  const call = useMutate(calls.testStepCall, { onDone: onAnswer })
  const people = (data?.people ?? []).map(({ id, email, name }) => ({
    value: String(id),
    label: String(email || name || `Person ${id}`),
  }))
  return (
    <Part title="Try it">
      {isOfPeople ? (
        <Select
          label="For"
          placeholder="Nobody: fields are empty"
          searchable
          clearable
          data={people}
          value={personId}
          onChange={setPerson}
        />
      ) : (
        <SubjectSelect
          id={personId ? Number(personId) : undefined}
          onChange={(id) => setPerson(id === undefined ? null : String(id))}
        />
      )}
      <Button
        variant="default"
        loading={call.isPending}
        onClick={() =>
          call.mutate({ params: { id: stepId }, body: { values, ...(personId && { personId: Number(personId) }) } })
        }
      >
        Make a test call
      </Button>
      {call.data && !call.isPending && <Answer came={call.data} />}
    </Part>
  )
}
