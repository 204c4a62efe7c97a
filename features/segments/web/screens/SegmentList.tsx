import { ActionIcon, Button, TextInput } from '@mantine/core'
import { FolderPanel, FolderScope, useFolders } from '@millrace/folders/web'
import {
  addressShape,
  ColorDot,
  count,
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
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { ALL_SEGMENT_ID, conditionText, type Segment, segmentsContract } from '../../contract/index.ts'
import { Building } from '../parts/Building.tsx'
import { SegmentActs, SegmentPanels } from '../parts/SegmentActs.tsx'
import c from '../parts/SegmentPeople.module.css'
import { SegmentPeople } from '../parts/SegmentPeople.tsx'
import { useTitles } from '../sources.ts'
import { WHILE_BUILDING_MS } from '../useSegmentsOf.ts'

const Address = addressShape({
  folder: param.number(),
  sort: param.text(),
  explain: param.oneOf(['1']),
})

/** How often the list is asked for: people come and go by themselves. */
const OFTEN_MS = 5_000

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

const Chosen = ({ segment }: { segment: Segment }) => {
  const mayWrite = useMay('people:write')
  const go = useGo()
  const titles = useTitles()
  const words = useMemo(() => {
    if (!segment.conditions.conditions.length) return undefined
    return conditionText(segment.conditions, titles)
  }, [segment, titles])
  // While it is built nobody knows how many they are.
  const people = segment.building ? undefined : plural(segment.count, 'person', 'people')
  const [{ sort }, change] = useAddress(Address)
  return (
    <>
      <PageHead
        title={segment.name}
        beside={<ColorDot color={segment.color} />}
        sub={<span className={c.words}>{[people, words].filter(Boolean).join(' · ')}</span>}
      >
        <SegmentActs segment={segment} />
        {mayWrite && (
          <Button leftSection={<IconPlus size={15} stroke={1.9} aria-hidden />} onClick={() => go('/segments/new')}>
            New segment
          </Button>
        )}
      </PageHead>
      <Building segment={segment} />
      <SegmentPanels segment={segment} />
      <SegmentPeople key={segment.id} segment={segment} sort={sort} onSort={(next) => change({ sort: next })} />
    </>
  )
}

/** The segments with their sizes, asked for again and again; more often while one is being built. */
const useSegments = () => {
  const [isBuilding, setBuilding] = useState(false)
  const answer = useCall(
    segmentsContract.listSegments,
    {},
    { staleMs: OFTEN_MS, everyMs: isBuilding ? WHILE_BUILDING_MS : OFTEN_MS },
  )
  const isNow = answer.data?.segments.some(({ building }) => building) ?? false
  if (isNow !== isBuilding) setBuilding(isNow)
  return answer
}

/** Segments in the rail, the people of the chosen one beside it. */
const SegmentList = () => {
  const [{ folder = ALL_SEGMENT_ID }, change] = useAddress(Address)
  const { data, error, refetch } = useSegments()
  const chosen = data?.segments.find(({ id }) => id === folder)
  const choose = (id: number) =>
    change({ folder: id === ALL_SEGMENT_ID ? undefined : id, sort: undefined, explain: undefined }, { push: true })
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
