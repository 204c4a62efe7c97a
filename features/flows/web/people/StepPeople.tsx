import { Button, Tabs } from '@mantine/core'
import {
  Banner,
  CheckBox,
  count,
  Drawer,
  makeSelection,
  plural,
  type Selection,
  useMay,
  useSelected,
} from '@millrace/kit/web'
import { IconPlayerSkipForward, IconRefresh, IconUserMinus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useFlowState } from '../health/useFlowState.ts'
import { useFlowKind } from '../kind/flowKind.ts'
import { HeldBanner } from './HeldBanner.tsx'
import { type PeopleState, type StepAt, useOrders } from './orders.ts'
import { PeopleList } from './PeopleList.tsx'
import css from './stepPeople.module.css'

type Props = StepAt & {
  title: string
  state: PeopleState
  isWait: boolean
  figures: Record<PeopleState, number>
  /** The flow is off. */
  isOff: boolean
  onState(state: PeopleState): void
  onFollow(personId: number): void
  onClose(): void
}

const TABS: readonly [PeopleState, string][] = [
  ['entered', 'Entered'],
  ['queued', 'Waiting'],
  ['failed', 'Failed'],
]

/** One box for everybody, also for those who are not listed yet. */
const ChooseAll = ({ selection, total }: { selection: Selection<number>; total: number }) => {
  const { one, many } = useFlowKind().words
  const { isAll, ids } = useSelected(selection)
  const isOn = isAll && ids.size === 0
  const chosen = selection.count(total)
  return (
    <div className={css.all}>
      <CheckBox
        label={`Choose all ${plural(total, one, many)}`}
        isOn={isOn}
        isPartly={!isOn && (isAll || ids.size > 0)}
        onChange={() => selection.setAll(!isOn)}
      />
      <span role="status">{chosen > 0 ? `${count(chosen)} of ${count(total)} chosen` : plural(total, one, many)}</span>
    </div>
  )
}

type OrdersProps = StepAt &
  Pick<Props, 'isWait'> & { selection: Selection<number>; many: number; state: 'queued' | 'failed' }

/** What can be done with those who are chosen. */
const Orders = ({ selection, many, state, isWait, ...at }: OrdersProps) => {
  const chosen = useSelected(selection)
  const { isBusy, skip, remove, retry } = useOrders(at, () => selection.setAll(false))
  return (
    <div className={css.orders} role="toolbar" aria-label="With those who are chosen">
      {state === 'failed' && (
        <Button
          leftSection={<IconRefresh size={15} />}
          variant="default"
          disabled={isBusy}
          onClick={() => retry(chosen)}
        >
          Try again
        </Button>
      )}
      {state === 'queued' && isWait && (
        <Button
          leftSection={<IconPlayerSkipForward size={15} />}
          variant="default"
          disabled={isBusy}
          onClick={() => void skip(chosen, many)}
        >
          Skip waiting
        </Button>
      )}
      <Button
        leftSection={<IconUserMinus size={15} />}
        variant="light"
        color="red"
        disabled={isBusy}
        onClick={() => void remove(chosen, many, state)}
      >
        Remove from flow
      </Button>
    </div>
  )
}

/** People at a step: who came, who waits, for whom it failed; one by one or together they are moved on or taken out. */
export const StepPeople = ({ stepId, flowId, title, state, isWait, figures, isOff, ...on }: Props) => {
  const mayWrite = useMay('flows:write', 'people:read')
  const { isOfPeople, words } = useFlowKind()
  const { troubles, overdue } = useFlowState(flowId)
  const held = troubles.find((trouble) => trouble.code === 'step-failing' && trouble.stepId === stepId)
  const total = figures[state]
  const isOrdered = mayWrite && state !== 'entered' && total > 0
  // Of another list nobody is chosen yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each list has a selection of its own
  const selection = useMemo(() => makeSelection<number>(), [stepId, state])
  const { isAll, ids } = useSelected(selection)
  const many = isAll ? total - ids.size : ids.size
  const at = { stepId, flowId }
  return (
    <Drawer
      opened
      open
      onClose={on.onClose}
      over={`${isOfPeople ? 'People' : words.many.charAt(0).toUpperCase() + words.many.slice(1)} at`}
      title={title}
      width={440}
      foot={
        isOrdered &&
        many > 0 && <Orders {...at} selection={selection} many={many} state={state} isWait={isWait} key={state} />
      }
    >
      <div className={css.panel}>
        <Tabs value={state} onChange={(next) => on.onState(next as PeopleState)} className={css.tabs}>
          <Tabs.List>
            {TABS.map(([value, label]) => (
              <Tabs.Tab key={value} value={value}>
                {label} <span className={css.number}>{count(figures[value])}</span>
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
        {held && state !== 'entered' && <HeldBanner trouble={held} {...at} />}
        {isOff && overdue > 0 && state === 'queued' && (
          <Banner tone="info">
            The flow is off. When it is switched on you choose what becomes of those who are overdue.
          </Banner>
        )}
        {isOrdered && <ChooseAll selection={selection} total={total} />}
        <PeopleList
          key={`${stepId} ${state}`}
          {...at}
          state={state}
          isWait={isWait}
          isHeld={held !== undefined}
          onFollow={on.onFollow}
          selection={isOrdered ? selection : undefined}
        />
      </div>
    </Drawer>
  )
}
