import { ActionIcon, Button, Progress, TextInput } from '@mantine/core'
import { FolderPanel, FolderScope, useFolders } from '@millrace/folders/web'
import {
  addressShape,
  ColorDot,
  count,
  EmptyState,
  ErrorPanel,
  PageHead,
  PageSkeleton,
  param,
  plural,
  RailHead,
  RailItem,
  Skeleton,
  SplitPage,
  useAddress,
  useCall,
  useGo,
  useMay,
} from '@millrace/kit/web'
import { IconFilter, IconPlus, IconSearch, IconUsersGroup } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { ALL_SEGMENT_ID, conditionText, type Segment, segmentsContract } from '../../contract/index.ts'
import c from '../parts/PeopleTable.module.css'
import { PeopleTable } from '../parts/PeopleTable.tsx'
import { useFieldChoices } from '../sources.ts'

const Address = addressShape({
  folder: param.number(),
  sort: param.text('createdAt'),
  order: param.oneOf(['asc', 'desc'], 'desc'),
})

/** From so many on, the rail can be searched. */
const MANY = 9

type RailProps = { segments: readonly Segment[] | undefined; chosenId: number; onChoose: (id: number) => void }

const Rail = ({ segments, chosenId, onChoose }: RailProps) => {
  const [text, setText] = useState('')
  const go = useGo()
  const mayWrite = useMay('people:write')
  const shown = (segments ?? []).filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  const folders = useFolders({ kind: 'segments', onChoose: () => {}, lists: [segmentsContract.listSegments] })
  const item = ({ id, name, color, count: size, building }: Segment) => (
    <RailItem
      key={id}
      icon={<ColorDot color={color} />}
      label={name}
      count={building ? '…' : count(size)}
      isOn={id === chosenId}
      onClick={() => onChoose(id)}
    />
  )
  const own = shown.filter(({ autoSegment }) => !autoSegment)
  const itemOf = (id: string) => {
    const segment = own.find((one) => String(one.id) === id)
    return (
      segment && {
        label: segment.name,
        icon: <ColorDot color={segment.color} />,
        count: segment.building ? '…' : count(segment.count),
        isOn: segment.id === chosenId,
        onClick: () => onChoose(segment.id),
      }
    )
  }
  const favorites = own.filter(({ id }) => folders.isFavorite(id))
  return (
    <FolderScope value={folders}>
      {(segments?.length ?? 0) >= MANY && (
        <div className={c.find}>
          <TextInput
            size="xs"
            aria-label="Find a segment"
            placeholder="Find a segment"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            leftSection={<IconSearch size={14} stroke={1.8} aria-hidden />}
          />
        </div>
      )}
      <RailHead>Built in</RailHead>
      {!segments &&
        Array.from({ length: 6 }, (_, index) => (
          <div key={index} className={c.waiting}>
            <Skeleton />
          </div>
        ))}
      {[...shown]
        .filter(({ autoSegment }) => autoSegment)
        .sort((a, b) => order(a.id) - order(b.id))
        .map(item)}
      {favorites.length > 0 && !text && (
        <>
          <RailHead>Favorites</RailHead>
          {favorites.map(item)}
        </>
      )}
      {text ? (
        <>
          <RailHead>Your segments</RailHead>
          {own.map(item)}
          {!own.length && <p className={c.none}>Nothing found</p>}
        </>
      ) : (
        <FolderPanel
          title="Your segments"
          itemOf={itemOf}
          items={own.map(({ id }) => String(id))}
          empty="None yet. A segment is people by what they are and do; folders keep them in order."
          action={
            mayWrite && (
              <ActionIcon size={22} aria-label="New segment" title="New segment" onClick={() => go('/segments/new')}>
                <IconPlus size={14} stroke={1.9} aria-hidden />
              </ActionIcon>
            )
          }
        />
      )}
    </FolderScope>
  )
}

/** All people first, the archived last. */
const order = (id: number) => (id === ALL_SEGMENT_ID ? 0 : id === 1 ? 99 : id)

const Building = ({ segment }: { segment: Segment }) => {
  if (!segment.building) return null
  const { done, total } = segment.building
  const share = total > 0 ? (done / total) * 100 : 0
  return (
    <div className={c.building} role="status">
      <Progress value={share} w={140} size={6} aria-label="Building the segment" />
      Working out who is in it: {count(done)} of {plural(total, 'person', 'people')}
    </div>
  )
}

const Empty = ({ segment }: { segment: Segment }) => {
  const isAll = segment.id === ALL_SEGMENT_ID
  return (
    <EmptyState
      icon={<IconUsersGroup size={24} stroke={1.6} />}
      meaning="filter"
      title={isAll ? 'No people yet' : 'Nobody is in this segment'}
      text={
        isAll
          ? 'Import a list, add someone by hand or send events through the API; everybody appears here.'
          : 'People enter by themselves as soon as they meet the conditions, and leave when they no longer do.'
      }
    />
  )
}

const People = ({ segment }: { segment: Segment }) => {
  const [{ sort, order: direction }, change] = useAddress(Address)
  const { data, error, refetch } = useCall(
    segmentsContract.listSegmentPeople,
    { params: { id: segment.id }, query: { limit: 100, offset: 0, sort, order: direction } },
    { keepPrevious: true },
  )
  // A segment that has just been built has other people.
  useEffect(() => {
    if (!segment.building) void refetch()
  }, [segment.building, refetch])
  if (error) return <ErrorPanel error={error} onRetry={refetch} />
  if (!data) return <PageSkeleton />
  if (!data.total) return <Empty segment={segment} />
  return (
    <PeopleTable
      key={segment.id}
      segmentId={segment.id}
      total={data.total}
      label={`People in ${segment.name}`}
      sorting={{ sort, order: direction }}
      onSort={change}
    />
  )
}

const Chosen = ({ segment }: { segment: Segment }) => {
  const mayWrite = useMay('people:write')
  const go = useGo()
  const fields = useFieldChoices()
  const words = useMemo(() => {
    if (!segment.conditions.conditions.length) return undefined
    const title = (name: string) => fields.find((field) => field.name === name)?.title
    return conditionText(segment.conditions, { field: title })
  }, [segment, fields])
  const people = plural(segment.count, 'person', 'people')
  return (
    <>
      <PageHead
        title={segment.name}
        beside={<ColorDot color={segment.color} />}
        sub={<span className={c.words}>{words ? `${people} · ${words}` : people}</span>}
      >
        {segment.conditions.conditions.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconFilter size={15} stroke={1.7} aria-hidden />}
            onClick={() => go(`/segments/${segment.id}`)}
          >
            {segment.readOnly || !mayWrite ? 'See conditions' : 'Edit conditions'}
          </Button>
        )}
        {mayWrite && (
          <Button leftSection={<IconPlus size={15} stroke={1.9} aria-hidden />} onClick={() => go('/segments/new')}>
            New segment
          </Button>
        )}
      </PageHead>
      <Building segment={segment} />
      <People segment={segment} />
    </>
  )
}

/** Segments in the rail, the people of the chosen one beside it. */
const SegmentList = () => {
  const [{ folder = ALL_SEGMENT_ID }, change] = useAddress(Address)
  const [isBuilding, setBuilding] = useState(false)
  const { data, error, refetch } = useCall(
    segmentsContract.listSegments,
    {},
    { staleMs: 5_000, ...(isBuilding && { everyMs: 1_000 }) },
  )
  useEffect(() => setBuilding(data?.segments.some(({ building }) => building) ?? false), [data])
  const chosen = data?.segments.find(({ id }) => id === folder)
  const choose = (id: number) =>
    change({ folder: id === ALL_SEGMENT_ID ? undefined : id, sort: undefined, order: undefined }, { push: true })
  return (
    <SplitPage railLabel="Segments" rail={<Rail segments={data?.segments} chosenId={folder} onChoose={choose} />}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {!chosen && <h1 className="visually-hidden">Segments</h1>}
      {!error && !data && <PageSkeleton />}
      {data && !chosen && <ErrorPanel title="Not found" error={{ message: 'There is no such segment.' }} />}
      {chosen && <Chosen segment={chosen} />}
    </SplitPage>
  )
}

export default SegmentList
