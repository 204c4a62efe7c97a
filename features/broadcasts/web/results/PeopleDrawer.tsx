import { Button } from '@mantine/core'
import {
  Drawer,
  EmptyState,
  ErrorPanel,
  exactly,
  Link,
  PersonAvatar,
  Skeleton,
  send,
  useMay,
  useMutate,
} from '@millrace/kit/web'
import { IconDownload, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Broadcast } from '../../contract/broadcast.ts'
import { broadcastsContract as calls } from '../../contract/calls.ts'
import type { BroadcastPerson, FigureName } from '../../contract/figures.ts'
import { isEditable } from '../../contract/statuses.ts'
import { letterOf } from '../parts/words.ts'
import c from './people.module.css'

/** Which people are looked at. */
export type Behind = { figure: FigureName; why?: string; variantId?: string }

const TITLES: Readonly<Record<FigureName, string>> = {
  entered: 'Audience',
  sent: 'Sent',
  delivered: 'Delivered',
  opened: 'Opened',
  'not-opened': 'Did not open',
  clicked: 'Clicked',
  'not-clicked': 'Did not click',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  complained: 'Complained',
  waiting: 'Waiting',
  failed: 'Failed',
  uncertain: 'Uncertain',
  excluded: 'Left out',
}

const PAGE = 100

const Person = ({ of, letter }: { of: BroadcastPerson; letter: string | undefined }) => {
  const name = of.name ?? of.email ?? `Person ${of.id}`
  return (
    <li className={c.person}>
      <PersonAvatar id={of.id} name={name} size={28} />
      <span className={c.who}>
        <Link to={`/people/${of.id}`}>{name}</Link>
        <small>{of.why ?? of.email ?? ''}</small>
      </span>
      {letter && <b className={c.letter}>{letter}</b>}
      {of.at && <time dateTime={of.at}>{exactly(of.at)}</time>}
    </li>
  )
}

/** Asks for the people behind a figure, page by page. */
const usePeople = (item: Broadcast, behind: Behind) =>
  useInfiniteQuery({
    queryKey: [calls.listBroadcastPeople.path, item.id, item.revision, behind],
    queryFn: ({ pageParam, signal }) =>
      send(
        calls.listBroadcastPeople,
        { params: { id: item.id }, query: { ...behind, limit: PAGE, after: pageParam } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    retry: false,
  })

type Props = { item: Broadcast; behind: Behind; onClose: () => void }

/** The people behind a figure, with a way to export them. */
export default function PeopleDrawer({ item, behind, onClose }: Props) {
  const mayExport = useMay('people:export')
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = usePeople(item, behind)
  const exported = useMutate(calls.exportBroadcastPeople, { success: ({ message }) => message })
  const people = data?.pages.flatMap((page) => page.people)
  const letterFor = (variantId: string | null) => {
    const index = item.abTest?.variants.findIndex((variant) => variant.variantId === variantId) ?? -1
    return variantId === null || index < 0 ? undefined : letterOf(index)
  }
  const canExport = mayExport && !isEditable(item.status) && people !== undefined && people.length > 0
  return (
    <Drawer
      opened
      onClose={onClose}
      over={item.name}
      title={people?.[0]?.why && behind.why ? people[0].why : TITLES[behind.figure]}
      width={460}
      {...(canExport && {
        foot: (
          <Button
            variant="default"
            leftSection={<IconDownload size={15} stroke={1.7} aria-hidden />}
            loading={exported.isPending}
            onClick={() => exported.mutate({ params: { id: item.id }, body: behind })}
          >
            Export people
          </Button>
        ),
      })}
    >
      {error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <div className={c.loading} aria-busy="true">
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} width={`${80 - (index % 3) * 14}%`} />
          ))}
        </div>
      ) : people?.length === 0 ? (
        <EmptyState icon={<IconUsers size={22} />} title="Nobody" text="There is nobody behind this figure." />
      ) : (
        <ul className={c.people}>
          {people?.map((one) => (
            <Person key={one.id} of={one} letter={letterFor(one.variantId)} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className={c.more}>
          <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Drawer>
  )
}
