import { ActionIcon, Popover, Tooltip } from '@mantine/core'
import { lazyScreen } from '@millrace/kit/web'
import { IconBraces } from '@tabler/icons-react'
import { Suspense, useState } from 'react'

// Stands only while it is open: what can be chosen is asked for then.
const TagList = lazyScreen(() => import('./TagList.tsx'))

type Props = { onPick: (liquid: string) => void; size?: number }

/** Opens the list of merge tags; the chosen one is handed on as Liquid. */
export const MergeTagButton = ({ onPick, size = 24 }: Props) => {
  const [isOpen, setOpen] = useState(false)
  // It opens with its list, so that the focus finds the search in it.
  const toggle = () => {
    if (isOpen) setOpen(false)
    else
      TagList.load().then(
        () => setOpen(true),
        () => undefined,
      )
  }
  const pick = (liquid: string) => {
    setOpen(false)
    onPick(liquid)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} width={290} position="bottom-end" trapFocus>
      <Popover.Target>
        <Tooltip label="Insert a merge tag" disabled={isOpen}>
          <ActionIcon
            size={size}
            aria-label="Insert a merge tag"
            onMouseDown={(event) => event.preventDefault()}
            onPointerEnter={() => void TagList.load()}
            onFocus={() => void TagList.load()}
            onClick={toggle}
          >
            <IconBraces size={15} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={4} onKeyDown={(event) => event.stopPropagation()}>
        <Suspense fallback={null}>
          <TagList onPick={pick} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
