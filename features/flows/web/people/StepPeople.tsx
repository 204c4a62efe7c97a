import { ActionIcon, Drawer, Loader, Menu, Tabs } from '@mantine/core'
import {
  ago,
  askFirst,
  count,
  ErrorPanel,
  exactly,
  Link,
  PersonAvatar,
  useCall,
  useMay,
  useMutate,
} from '@millrace/kit/web'
import { IconDots, IconPlayerSkipForward, IconRefresh, IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { flowsContract as calls, type StepPerson } from '../../contract/index.ts'
import css from './stepPeople.module.css'

/** Which people are listed. */
export type PeopleState = 'entered' | 'queued' | 'failed'
type Props = {
  stepId: number
  title: string
  flowId: number
  state: PeopleState
  isWait: boolean
  onState(state: PeopleState): void
  onClose(): void
}
const PAGE = 50
/** Whose time is over for longer than this stands in a flow that is off. */
const OVERDUE_MS = 60_000

const line = (person: StepPerson, state: PeopleState) => {
  if (state === 'queued' && person.dueAt)
    return Date.parse(person.dueAt) < Date.now() - OVERDUE_MS
      ? `was to go on ${ago(person.dueAt)}`
      : `goes on ${ago(person.dueAt)}`
  if (state === 'failed') return person.error ?? 'failed'
  return `entered ${ago(person.enteredAt)}${person.exit ? `, left by ${person.exit}` : ''}`
}

const PersonMenu = ({
  person,
  stepId,
  flowId,
  isWait,
  state,
}: { person: StepPerson } & Pick<Props, 'stepId' | 'flowId' | 'isWait' | 'state'>) => {
  const changed = [calls.listStepPeople, calls.getFlowPeopleCounts, calls.getFlowHistory]
  const skip = useMutate(calls.skipWait, { success: 'Successfully skipped waiting.', invalidates: changed })
  const fromStep = useMutate(calls.removePersonFromStep, {
    success: 'Successfully removed from step.',
    invalidates: changed,
  })
  const fromFlow = useMutate(calls.endFlowForPerson, {
    success: 'Successfully removed from flow.',
    invalidates: changed,
  })
  const retry = useMutate(calls.retryStep, { success: 'Trying again.', invalidates: changed })
  const at = { params: { stepId, objectId: person.id } }
  const leave = async () => {
    const isSure = await askFirst({
      title: `Remove ${person.name || person.email || 'this person'} from the flow?`,
      children:
        'They leave it wherever in it they stand, and nothing more of it happens to them. They may enter again.',
      confirm: 'Remove from flow',
      danger: true,
    })
    if (isSure) fromFlow.mutate({ params: { flowId, objectId: person.id } })
  }
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${person.email ?? person.name}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {state === 'queued' && isWait && (
          <Menu.Item leftSection={<IconPlayerSkipForward size={15} />} onClick={() => skip.mutate(at)}>
            Skip waiting
          </Menu.Item>
        )}
        {state === 'failed' && (
          <Menu.Item leftSection={<IconRefresh size={15} />} onClick={() => retry.mutate(at)}>
            Try again
          </Menu.Item>
        )}
        {state !== 'entered' && (
          <Menu.Item leftSection={<IconUserMinus size={15} />} onClick={() => fromStep.mutate(at)}>
            Remove from step
          </Menu.Item>
        )}
        <Menu.Item color="red" leftSection={<IconUserMinus size={15} />} onClick={() => void leave()}>
          Remove from flow
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** People at a step: who came, who waits, for whom it failed; each can be moved on or taken out. */
export const StepPeople = ({ stepId, title, flowId, state, isWait, onState, onClose }: Props) => {
  const [pages, setPages] = useState(1)
  const mayWrite = useMay('flows:write')
  const { data, error, isPending, refetch } = useCall(
    calls.listStepPeople,
    { params: { stepId }, query: { state, limit: PAGE * pages, offset: 0 } },
    { everyMs: 5_000, staleMs: 0, keepPrevious: true },
  )
  const people = data?.people[state] ?? []
  return (
    <Drawer opened onClose={onClose} title={`People in “${title}”`} size={440}>
      <Tabs value={state} onChange={(next) => onState(next as PeopleState)}>
        <Tabs.List mb={8}>
          <Tabs.Tab value="entered">Entered</Tabs.Tab>
          <Tabs.Tab value="queued">Waiting</Tabs.Tab>
          <Tabs.Tab value="failed">Failed</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      {error && <ErrorPanel error={{ message: 'Error while retrieving people.' }} onRetry={() => void refetch()} />}
      {isPending && !error && <Loader mx="auto" my={32} />}
      <ul className={css.list}>
        {people.map((person) => (
          <li key={`${person.runId}-${person.enteredAt}`} className={css.person}>
            <PersonAvatar id={person.id} name={person.name || person.email || '?'} size={28} />
            <div className={css.words}>
              <Link to={`/people/${person.id}`}>{person.name || person.email || `Person ${person.id}`}</Link>
              <span title={exactly(person.dueAt ?? person.enteredAt)}>{line(person, state)}</span>
            </div>
            {mayWrite && <PersonMenu person={person} stepId={stepId} flowId={flowId} isWait={isWait} state={state} />}
          </li>
        ))}
      </ul>
      {data && !people.length && (
        <p className={css.none}>
          Nobody {state === 'queued' ? 'is waiting here' : state === 'failed' ? 'failed here' : 'came here yet'}.
        </p>
      )}
      {people.length === PAGE * pages && (
        <button type="button" className={css.more} onClick={() => setPages(pages + 1)}>
          Show more than {count(people.length)}
        </button>
      )}
    </Drawer>
  )
}
