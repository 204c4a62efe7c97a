import { ActionIcon } from '@mantine/core'
import { Link, SavingMark, useMutate } from '@millrace/kit/web'
import { IconHistory, IconSettings } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { flowsContract as calls, OF_PEOPLE } from '../../contract/index.ts'
import { stateOf } from '../list/stateOf.ts'
import css from './flow.module.css'
import { type FlowSlotProps, HEADER_ACTIONS, MENU_ITEMS } from './slots.ts'

const KindBadge = lazy(() => import('../kind/KindBadge.tsx'))
// Nobody opens a menu before the canvas shows.
const FlowMenu = lazy(() => import('./FlowMenu.tsx').then((part) => ({ default: part.FlowMenu })))

type Props = {
  slot: FlowSlotProps
  pending: number
  savedAt?: Date | undefined
  isSwitching: boolean
  onSwitch(isOn: boolean): void
}

const Name = ({ flow, isReadOnly }: Pick<FlowSlotProps, 'flow' | 'isReadOnly'>) => {
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

/** The bar above the canvas: name, saving, what plugs in, history, settings, on and off. */
export const FlowHead = ({ slot, pending, savedAt, isSwitching, onSwitch }: Props) => {
  const { flow, isReadOnly, open } = slot
  const isOn = flow.status === 'on'
  const hasMenu = !isReadOnly || MENU_ITEMS.some(({ isForEditors }) => !isForEditors)
  return (
    <header className={css.head}>
      <Link to="/flows" className={css.crumb}>
        Flows
      </Link>
      <span className={css.slash}>/</span>
      <Name flow={flow} isReadOnly={isReadOnly} />
      {flow.objectType !== OF_PEOPLE && (
        <Suspense fallback={null}>
          <KindBadge objectType={flow.objectType} />
        </Suspense>
      )}
      <span className={css.saving}>
        {/* What could not be saved is taken back and told, so nothing is ever left unsaved. */}
        <SavingMark pending={pending} savedAt={savedAt} isFailed={false} />
      </span>
      <span className={css.grow} />
      <Suspense fallback={null}>
        {HEADER_ACTIONS.filter(({ isForEditors }) => !isForEditors || !isReadOnly).map(({ name, part: Part }) => (
          <Part key={name} {...slot} />
        ))}
      </Suspense>
      <ActionIcon aria-label="History" title="History" onClick={() => open('history')}>
        <IconHistory size={17} />
      </ActionIcon>
      {!isReadOnly && (
        <ActionIcon aria-label="Flow settings" title="Flow settings" onClick={() => open('settings')}>
          <IconSettings size={17} />
        </ActionIcon>
      )}
      {hasMenu && (
        <Suspense fallback={<span className={css.menuPlace} />}>
          <FlowMenu {...slot} />
        </Suspense>
      )}
      <span className={css.line} />
      <label className={css.switch}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          aria-label={stateOf(flow)}
          checked={isOn}
          disabled={isReadOnly}
          aria-busy={isSwitching}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
        <span className={css.state}>{stateOf(flow)}</span>
      </label>
    </header>
  )
}
