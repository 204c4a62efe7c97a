import { Button, TextInput } from '@mantine/core'
import { ago, ConfirmDialog, Drawer, ErrorPanel, exactly, Skeleton, useCall, useMutate } from '@millrace/kit/web'
import { useMemo, useState } from 'react'
import { flowsContract as calls, compareDrawings, comparisonInWords, type FlowVersion } from '../../contract/index.ts'
import { useFlowKind } from '../kind/flowKind.ts'
import type { FlowPanelProps } from '../screens/slots.ts'
import { useOverlay } from '../screens/useOverlay.ts'
import { documentOfDrawing, drawingOf, marksOf } from './drawings.ts'
import css from './versions.module.css'

const nameOf = ({ version, name }: FlowVersion) => name ?? `Version ${version}`

const Line = ({ one, isShown, onShow }: { one: FlowVersion; isShown: boolean; onShow(): void }) => (
  <li>
    <button type="button" className={css.version} aria-pressed={isShown} onClick={onShow}>
      <span className={css.name}>
        {nameOf(one)}
        {one.isCurrent && <span className={css.current}>runs now</span>}
      </span>
      <span className={css.facts}>
        <time dateTime={one.createdAt} title={exactly(one.createdAt)}>
          {ago(one.createdAt)}
        </time>
        {one.member && ` by ${one.member.name}`} · {one.stepCount === 1 ? '1 step' : `${one.stepCount} steps`}
      </span>
    </button>
  </li>
)

const Naming = ({ flowId, one }: { flowId: number; one: FlowVersion }) => {
  const [name, setName] = useState(one.name ?? '')
  const save = useMutate(calls.nameFlowVersion, { invalidates: [calls.listFlowVersions, calls.getFlowVersion] })
  const keep = () => {
    if (name.trim() !== (one.name ?? ''))
      save.mutate({ params: { id: flowId, version: one.version }, body: { name: name.trim() || null } })
  }
  return (
    <TextInput
      label="Name"
      placeholder={`Version ${one.version}`}
      description="A version with a name is always kept."
      value={name}
      maxLength={100}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => event.key === 'Enter' && keep()}
    />
  )
}

const Chosen = (slot: FlowPanelProps & { version: number }) => {
  const { flow, isReadOnly, onClose, open, version } = slot
  const [isAsking, setAsking] = useState(false)
  const { words: those } = useFlowKind()
  const params = { id: flow.id, version }
  const { data, error, refetch } = useCall(calls.getFlowVersion, { params })
  const comparison = useMemo(() => data && compareDrawings(data.drawing, drawingOf(flow)), [data, flow])
  const since = comparison && comparisonInWords(comparison)
  const overlay = useMemo(
    () =>
      data &&
      comparison && {
        title: (
          <span>
            <b>{nameOf(data.version)}</b>, {ago(data.version.createdAt)}. Since then: {since}
          </span>
        ),
        document: documentOfDrawing(data.drawing),
        marks: marksOf(comparison),
      },
    [data, comparison, since],
  )
  useOverlay(slot, overlay, () => open('versions'))
  const restore = useMutate(calls.restoreFlowVersion, {
    invalidates: [calls.getFlow, calls.listFlowVersions, calls.getFlowHistory],
    success: 'The flow is as it was in this version.',
    onDone: onClose,
  })
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="60%" />
  const words = [...(comparison?.steps ?? [])].filter(([, { change }]) => change === 'changed')
  return (
    <div className={css.chosen}>
      <p className={css.since}>{since === 'nothing' ? 'The flow is still like this.' : `Since then: ${since}.`}</p>
      {words.length > 0 && (
        <ul className={css.words}>
          {words.slice(0, 20).map(([id, difference]) => (
            <li key={id}>{difference.words}</li>
          ))}
        </ul>
      )}
      {!isReadOnly && <Naming key={version} flowId={flow.id} one={data.version} />}
      {!isReadOnly && since !== 'nothing' && <Button onClick={() => setAsking(true)}>Restore this version</Button>}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => restore.mutateAsync({ params })}
        title={`Restore ${nameOf(data.version)}?`}
        confirm="Restore"
      >
        The flow becomes what it was {ago(data.version.createdAt)}. Steps that were added since are deleted:{' '}
        {those.many} that stand there go on to the next step, or leave the flow. Deleted steps come back with their
        counts.
        {flow.status === 'on' ? ' It runs that way at once.' : ''} The flow as it is now stays in the list of versions:
        restoring that one takes this back.
      </ConfirmDialog>
    </div>
  )
}

/** The versions that a flow had while it was on: looked at on the canvas, compared with now, restored. */
export default function VersionsPanel(slot: FlowPanelProps) {
  const { flow, about, open, onClose } = slot
  const { data, error, refetch } = useCall(calls.listFlowVersions, { params: { id: flow.id }, query: { limit: 200 } })
  const chosen = about === undefined ? undefined : Number(about)
  return (
    <Drawer opened onClose={onClose} title="Versions" width={360} open>
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width="70%" />}
      {data?.versions.length === 0 && (
        <p className={css.since}>
          A version is kept whenever the flow is switched on, and with every edit while it is on. There is none yet.
        </p>
      )}
      <ul className={css.list}>
        {data?.versions.map((one) => (
          <Line
            key={one.version}
            one={one}
            isShown={one.version === chosen}
            onShow={() => open('versions', String(one.version))}
          />
        ))}
      </ul>
      {chosen !== undefined && Number.isInteger(chosen) && <Chosen {...slot} key={chosen} version={chosen} />}
    </Drawer>
  )
}
