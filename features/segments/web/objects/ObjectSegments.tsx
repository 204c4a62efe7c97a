import { Button, Menu } from '@mantine/core'
import { ColorDot, count, useCall, useGo, useMay } from '@millrace/kit/web'
import { IconChevronDown, IconFilter, IconPlus } from '@tabler/icons-react'
import { segmentsContract } from '../../contract/index.ts'

type Props = {
  objectName: string
  /** What the objects are called within a sentence. */
  many: string
  chosen: number | undefined
  onChoose: (id: number | undefined) => void
}

const ICON = { size: 15, stroke: 1.7, 'aria-hidden': true } as const

/** The segments of a kind of objects: chosen, made and edited above the list of the objects. */
export default function ObjectSegments({ objectName, many, chosen, onChoose }: Props) {
  const segments = useCall(segmentsContract.listSegments, { query: { objectName } }, { staleMs: 5_000 }).data?.segments
  const mayWrite = useMay('people:write')
  const go = useGo()
  const one = segments?.find(({ id }) => id === chosen)
  if (!mayWrite && !segments?.length) return null
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={one ? <ColorDot color={one.color} /> : <IconFilter {...ICON} />}
          rightSection={<IconChevronDown {...ICON} size={13} />}
          aria-label={one ? `Segment: ${one.name}` : 'Segments'}
        >
          {one?.name ?? 'Segments'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown miw={220}>
        {one && <Menu.Item onClick={() => onChoose(undefined)}>All {many}</Menu.Item>}
        {segments?.map(({ id, name, color, count: size, building }) => (
          <Menu.Item
            key={id}
            leftSection={<ColorDot color={color} />}
            rightSection={<span className="num dimmed">{building ? '…' : count(size)}</span>}
            onClick={() => onChoose(id)}
          >
            {name}
          </Menu.Item>
        ))}
        {segments?.length === 0 && <Menu.Label>No segments of {many} yet</Menu.Label>}
        <Menu.Divider />
        {one && (
          <Menu.Item leftSection={<IconFilter {...ICON} />} onClick={() => go(`/segments/${one.id}`)}>
            {mayWrite ? 'Edit conditions' : 'See conditions'}
          </Menu.Item>
        )}
        {mayWrite && (
          <Menu.Item
            leftSection={<IconPlus {...ICON} />}
            onClick={() => go(`/segments/new?of=${encodeURIComponent(objectName)}`)}
          >
            New segment
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
