import { NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FieldPicker, type PanelProps } from '../../web/inspector/index.ts'
import { type HeaderDraft, Headers, SigningSecret, StepCalls, TestCallPart } from '../../web/outside/index.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Settings of a webhook: where to, what, what becomes of the answer; a trial; what happened so far. */
export default function WebhookPanel({ values, change, problemOf, stepId, isReadOnly }: PanelProps) {
  const [paths, setPaths] = useState<{ path: string; sample: string }[]>([])
  const method = (values.method as string) ?? 'POST'
  const url = (values.url as string) ?? ''
  const saveFrom = (values.saveFrom as string) ?? ''
  const known = paths.map(({ path, sample }) => ({ value: path, label: sample ? `${path}: ${sample}` : path }))
  const parts =
    saveFrom && !paths.some(({ path }) => path === saveFrom) ? [{ value: saveFrom, label: saveFrom }, ...known] : known
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
      <FieldPicker
        label="Keep the answer in"
        mayWrite
        value={values.saveAs as string}
        onChange={(saveAs) => change({ saveAs })}
        error={problemOf('saveAs')}
      />
      {values.saveAs !== undefined &&
        (paths.length ? (
          <Select
            label="Which part of it"
            placeholder="All of it"
            searchable
            clearable
            data={parts}
            value={saveFrom || null}
            onChange={(path) => change({ saveFrom: path ?? undefined })}
            error={problemOf('saveFrom')}
          />
        ) : (
          <TextInput
            label="Which part of it"
            description="A path such as data.id; a test call offers those that are there. Empty keeps all of it."
            value={saveFrom}
            onChange={(event) => change({ saveFrom: event.currentTarget.value || undefined })}
            error={problemOf('saveFrom')}
          />
        ))}
      <NumberInput
        label="At most so many calls a minute"
        placeholder="As many as the receiver takes"
        min={1}
        max={60_000}
        value={(values.perMinute as number | undefined) ?? ''}
        onChange={(perMinute) => change({ perMinute: perMinute === '' ? undefined : Number(perMinute) })}
        error={problemOf('perMinute')}
      />
      {stepId !== undefined && !isReadOnly && <TestCallPart stepId={stepId} values={values} onPaths={setPaths} />}
      {stepId !== undefined && !isReadOnly && <StepCalls stepId={stepId} />}
      {stepId !== undefined && !isReadOnly && <SigningSecret stepId={stepId} />}
    </>
  )
}
