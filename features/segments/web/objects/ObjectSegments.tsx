import { ActionIcon } from '@mantine/core'
import { FolderPanel, FolderScope, useFolders } from '@millrace/folders/web'
import { Banner, ColorDot, count, RailHead, RailItem, Skeleton, useCall, useGo, useMay } from '@millrace/kit/web'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { type Segment, segmentsContract } from '../../contract/index.ts'
import { WHILE_BUILDING_MS } from '../useSegmentsOf.ts'

type Props = {
  objectName: string
  many: string
  chosen: number | undefined
  onChoose: (id: number | undefined) => void
}

/** How often the list is asked for: objects come and go by themselves. */
const OFTEN_MS = 5_000

const sizeOf = ({ building, count: size }: Segment) => (building ? '…' : count(size))

/** The segments of a kind of objects with their sizes, in folders: the rail beside their list. */
export default function ObjectSegments({ objectName, many, chosen, onChoose }: Props) {
  const [isBuilding, setBuilding] = useState(false)
  const { data, error } = useCall(
    segmentsContract.listSegments,
    { query: { objectName } },
    { staleMs: OFTEN_MS, everyMs: isBuilding ? WHILE_BUILDING_MS : OFTEN_MS },
  )
  const isNow = data?.segments.some(({ building }) => building) ?? false
  if (isNow !== isBuilding) setBuilding(isNow)
  const mayWrite = useMay('people:write')
  const go = useGo()
  const folders = useFolders({
    kind: `objects-${objectName}`,
    onChoose: () => {},
    lists: [segmentsContract.listSegments],
  })
  const lineOf = (segment: Segment) => ({
    label: segment.name,
    icon: <ColorDot color={segment.color} />,
    count: sizeOf(segment),
    isOn: segment.id === chosen,
    onClick: () => onChoose(segment.id),
  })
  const own = data?.segments.filter(({ autoSegment }) => !autoSegment)
  const favorites = own?.filter(({ id }) => folders.isFavorite(id)) ?? []
  if (error) return <Banner tone="bad">The segments could not be loaded: {error.message}</Banner>
  if (!own) return <Skeleton width="70%" />
  return (
    <FolderScope value={folders}>
      {favorites.length > 0 && <RailHead>Favorites</RailHead>}
      {favorites.map((segment) => (
        <RailItem key={segment.id} {...lineOf(segment)} />
      ))}
      <FolderPanel
        title="Segments"
        items={own.map(({ id }) => String(id))}
        itemOf={(id) => {
          const segment = own.find((one) => String(one.id) === id)
          return segment && lineOf(segment)
        }}
        empty={`None yet. A segment is a part of the ${many} by what is known of each.`}
        action={
          mayWrite && (
            <ActionIcon
              size={22}
              aria-label="New segment"
              title="New segment"
              onClick={() => go(`/segments/new?of=${encodeURIComponent(objectName)}`)}
            >
              <IconPlus size={14} stroke={1.9} aria-hidden />
            </ActionIcon>
          )
        }
      />
    </FolderScope>
  )
}
