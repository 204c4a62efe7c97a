import { Loader } from '@mantine/core'
import { Banner, ErrorPanel, PermissionBanner, type Selection, useCall, useMay } from '@millrace/kit/web'
import { useState } from 'react'
import { flowsContract as calls } from '../../contract/index.ts'
import { type KindWords, useFlowKind } from '../kind/flowKind.ts'
import type { PeopleState, StepAt } from './orders.ts'
import { PersonLine } from './PersonLine.tsx'
import css from './stepPeople.module.css'

type Props = StepAt & {
  state: PeopleState
  isWait: boolean
  isHeld: boolean
  selection?: Selection<number> | undefined
  onFollow(personId: number): void
}

const PAGE = 50
type Words = Record<PeopleState, [title: string, text: string]>
const NOBODY: Words = {
  entered: ['Nobody came here yet', 'People show up here as soon as they reach this step.'],
  queued: ['Nobody is waiting here', 'Whoever waits at this step, or is held by it, is listed here with their time.'],
  failed: ['Nobody failed here', 'When this step cannot be done for somebody, they stay here with the reason.'],
}
const nothing = ({ one, many }: KindWords): Words => ({
  entered: [`No ${one} came here yet`, 'They show up here as soon as they reach this step.'],
  queued: [
    `No ${one} is waiting here`,
    `The ${many} that wait at this step, or are held by it, are listed with their time.`,
  ],
  failed: [`No ${one} failed here`, 'What this step cannot be done for stays here with the reason.'],
})

const Nobody = ({ state }: Pick<Props, 'state'>) => {
  const { isOfPeople, words } = useFlowKind()
  const [title, text] = (isOfPeople ? NOBODY : nothing(words))[state]
  return (
    <div className={css.none}>
      <strong>{title}</strong>
      {text}
    </div>
  )
}

const PeoplePage = ({ offset, onMore, ...props }: Props & { offset: number; onMore?: (() => void) | undefined }) => {
  const { data, error, isPending, refetch } = useCall(
    calls.listStepPeople,
    { params: { stepId: props.stepId }, query: { state: props.state, limit: PAGE, offset } },
    { everyMs: 5_000, staleMs: 0, keepPrevious: true },
  )
  if (isPending && !error) return <Loader mx="auto" my={32} />
  if (error && !data)
    return <ErrorPanel error={{ message: 'Error while retrieving people.' }} onRetry={() => void refetch()} />
  const people = data?.people[props.state] ?? []
  return (
    <>
      {error && offset === 0 && <Banner tone="bad">This list is not up to date: it could not be read again.</Banner>}
      <ul className={css.list}>
        {people.map((person) => (
          <PersonLine key={`${person.runId}-${person.enteredAt}`} {...props} person={person} />
        ))}
      </ul>
      {!people.length && offset === 0 && <Nobody state={props.state} />}
      {people.length === PAGE && onMore && (
        <button type="button" className={css.more} onClick={onMore}>
          Show more
        </button>
      )}
    </>
  )
}

/** Those of a step who are in one state, a page after the other; the pages that are shown are live. */
export const PeopleList = (props: Props) => {
  const [pages, setPages] = useState(1)
  const mayRead = useMay('people:read')
  if (!mayRead) return <PermissionBanner scope="people:read" />
  return Array.from({ length: pages }, (_, page) => (
    <PeoplePage
      key={page}
      {...props}
      offset={page * PAGE}
      onMore={page === pages - 1 ? () => setPages(pages + 1) : undefined}
    />
  ))
}
