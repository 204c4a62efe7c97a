import { ActionIcon, Switch } from '@mantine/core'
import { Link, SavingMark, useMutate } from '@millrace/kit/web'
import { IconHistory, IconSettings } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { flowsContract as calls, type Flow } from '../../contract/index.ts'
import { stateOf } from '../list/stateOf.ts'
import css from './flow.module.css'

// Nobody opens a menu before the canvas shows.
const FlowMenu = lazy(() => import('./FlowMenu.tsx').then((part) => ({ default: part.FlowMenu })))

type Props = {
  flow: Flow
  pending: number
  savedAt?: Date
  isReadOnly: boolean
  isSwitching: boolean
  onSwitch(isOn: boolean): void
  onSettings(): void
  onHistory(): void
}

const Name = ({ flow, isReadOnly }: Pick<Props, 'flow' | 'isReadOnly'>) => {
  const [draft, setDraft] = useState<string>()
  const rename = useMutate(calls.updateFlow, { invalidates: [calls.getFlow, calls.listFlows] })
  const save = () => {
    const name = draft?.trim()
    setDraft(undefined)
    if (name && name !== flow.name) rename.mutate({ params: { id: flow.id }, body: { name } })
  }
  if (isReadOnly) return <h1>{flow.name}</h1>
  return (
    <h1>
      <input
        aria-label="Name of the flow"
        className={css.name}
        value={draft ?? rename.variables?.body?.name ?? flow.name}
        size={Math.max(6, Math.min(40, (draft ?? flow.name).length))}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'Escape') setDraft(undefined)
        }}
      />
    </h1>
  )
}

/** The bar above the canvas: name, saving, history, settings, on and off. */
export const FlowHead = ({
  flow,
  pending,
  savedAt,
  isReadOnly,
  isSwitching,
  onSwitch,
  onSettings,
  onHistory,
}: Props) => {
  const isOn = flow.status === 'on'
  return (
    <header className={css.head}>
      <Link to="/flows" className={css.crumb}>
        Flows
      </Link>
      <span className={css.slash}>/</span>
      <Name flow={flow} isReadOnly={isReadOnly} />
      <span className={css.saving}>
        <SavingMark pending={pending} savedAt={savedAt} />
      </span>
      <span className={css.grow} />
      <ActionIcon aria-label="History" title="History" onClick={onHistory}>
        <IconHistory size={17} />
      </ActionIcon>
      {!isReadOnly && (
        <>
          <ActionIcon aria-label="Flow settings" title="Flow settings" onClick={onSettings}>
            <IconSettings size={17} />
          </ActionIcon>
          <Suspense fallback={<span className={css.menuPlace} />}>
            <FlowMenu flow={flow} />
          </Suspense>
        </>
      )}
      <span className={css.line} />
      <Switch
        color="green"
        size="sm"
        label={stateOf(flow)}
        checked={isOn}
        disabled={isReadOnly || isSwitching}
        onChange={(event) => onSwitch(event.currentTarget.checked)}
      />
    </header>
  )
}
