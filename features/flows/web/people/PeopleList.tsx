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

type PageProps = Props & { cursor: string | undefined; onMore?: ((cursor: string) => void) | undefined }

const PeoplePage = ({ cursor, onMore, ...props }: PageProps) => {
  const { data, error, isPending, refetch } = useCall(
    calls.listStepPeople,
    { params: { stepId: props.stepId }, query: { state: props.state, limit: PAGE, ...(cursor && { cursor }) } },
    { everyMs: 5_000, staleMs: 0, keepPrevious: true },
  )
  if (isPending && !error) return <Loader mx="auto" my={32} />
  if (error && !data)
    return <ErrorPanel error={{ message: 'Error while retrieving people.' }} onRetry={() => void refetch()} />
  const people = data?.people[props.state] ?? []
  const after = data?.paging.after
  return (
    <>
      {error && !cursor && <Banner tone="bad">This list is not up to date: it could not be read again.</Banner>}
      <ul className={css.list}>
        {people.map((person) => (
          <PersonLine key={`${person.runId}-${person.enteredAt}`} {...props} person={person} />
        ))}
      </ul>
      {!people.length && !cursor && <Nobody state={props.state} />}
      {after && onMore && (
        <button type="button" className={css.more} onClick={() => onMore(after)}>
          Show more
        </button>
      )}
    </>
  )
}

/** Those of a step who are in one state, a page after the other; the pages that are shown are live. */
export const PeopleList = (props: Props) => {
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined])
  const mayRead = useMay('people:read')
  if (!mayRead) return <PermissionBanner scope="people:read" />
  return cursors.map((cursor, index) => (
    <PeoplePage
      key={cursor ?? 'first'}
      {...props}
      cursor={cursor}
      onMore={index === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined}
    />
  ))
}
