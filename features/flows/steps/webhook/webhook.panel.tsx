import { NumberInput, Select, Textarea } from '@mantine/core'
import type { OutputMapping } from '../../contract/index.ts'
import type { PanelProps } from '../../web/inspector/index.ts'
import { MappingRows, useSample } from '../../web/mapping/index.ts'
import { type HeaderDraft, Headers, SigningSecret, StepCalls, TestCallPart } from '../../web/outside/index.ts'

type Kept = { saveAs?: string; saveFrom?: string; mapOutput?: OutputMapping }

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Settings of a webhook: where to, what, what becomes of the answer; a trial; what happened so far. */
export default function WebhookPanel({ values, change, problemOf, stepId, isReadOnly }: PanelProps) {
  const sample = useSample(stepId)
  const method = (values.method as string) ?? 'POST'
  const url = (values.url as string) ?? ''
  const { saveAs, saveFrom = '', mapOutput = [] } = values as Kept
  const lines = saveAs === undefined ? mapOutput : [{ from: saveFrom, field: saveAs }, ...mapOutput]
  const keep = ([first, ...others]: { from: string; field: string }[]) =>
    change({
      saveAs: first?.field,
      saveFrom: first?.from || undefined,
      mapOutput: others.length ? others : undefined,
    })
  return (
    <>
      <Select
        label="Method"
        data={METHODS}
        value={method}
        onChange={(next) => next && change({ method: next })}
        allowDeselect={false}
      />
      <Textarea
        label="Address"
        description="The host is written out; after it Liquid may stand, such as /users/{{ person.userId }}."
        placeholder="https://api.example.com/hooks"
        autosize
        value={url}
        onChange={(event) => change({ url: event.currentTarget.value })}
        error={problemOf('url')}
      />
      <Headers
        url={url}
        headers={(values.headers as HeaderDraft[] | undefined) ?? []}
        onChange={(headers) => change({ headers: headers.length ? headers : undefined })}
        error={problemOf('headers')}
      />
      {method !== 'GET' && (
        <Textarea
          label="Body"
          description="JSON with Liquid. {{ person.email | json }} writes a value with its quotation marks."
          autosize
          minRows={4}
          maxRows={16}
          styles={{ input: { fontFamily: 'var(--mono, ui-monospace, monospace)', fontSize: 12.5 } }}
          value={(values.body as string) ?? ''}
          onChange={(event) => change({ body: event.currentTarget.value })}
          error={problemOf('body')}
        />
      )}
      <MappingRows
        label="Keep the answer"
        description="In fields of the person, which steps after this one can ask about and write. A test call shows its parts."
        sample={sample}
        lines={lines}
        onChange={keep}
        error={problemOf('saveAs') ?? problemOf('saveFrom') ?? problemOf('mapOutput')}
      />
      <NumberInput
        label="At most so many calls a minute"
        placeholder="As many as the receiver takes"
        min={1}
        max={60_000}
        value={(values.perMinute as number | undefined) ?? ''}
        onChange={(perMinute) => change({ perMinute: perMinute === '' ? undefined : Number(perMinute) })}
        error={problemOf('perMinute')}
      />
      {stepId !== undefined && !isReadOnly && <TestCallPart stepId={stepId} values={values} onAnswer={sample.reload} />}
      {stepId !== undefined && !isReadOnly && <StepCalls stepId={stepId} />}
      {stepId !== undefined && !isReadOnly && <SigningSecret stepId={stepId} />}
    </>
  )
}
