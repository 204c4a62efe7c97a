import { useMediaQuery } from '@mantine/hooks'
import { Drawer, RailItem } from '@millrace/kit/web'
import { IconFolder } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useMoving } from '../moving.ts'
import { useFolderScope } from '../useFolders.ts'
import { FolderTree } from './FolderTree.tsx'
import type { PanelProps } from './PanelProps.ts'
import css from './panel.module.css'

const MoveDialog = lazy(() => import('./MoveDialog.tsx'))

const InDrawer = (props: PanelProps) => {
  const { folder, kind } = useFolderScope()
  const [isOpen, setOpen] = useState(false)
  const title = props.title ?? 'Folders'
  return (
    <div className={css.narrow}>
      <RailItem
        icon={<IconFolder size={16} stroke={1.7} color={folder?.color ?? undefined} />}
        label={folder?.name ?? title}
        isOn={folder !== undefined}
        onClick={() => setOpen(true)}
      />
      <Drawer opened={isOpen} onClose={() => setOpen(false)} title={title} width={320}>
        <FolderTree key={kind} {...props} isInDrawer onChosen={() => setOpen(false)} />
      </Drawer>
    </div>
  )
}

/** The folders of a list, as its width has room for them. */
export default function Panel(props: PanelProps) {
  const isNarrow = useMediaQuery(`(max-width: ${props.narrowBelow ?? '48em'})`, false, {
    getInitialValueInEffect: false,
  })
  const { kind } = useFolderScope()
  const moving = useMoving()
  return (
    <>
      {isNarrow ? <InDrawer {...props} /> : <FolderTree {...props} />}
      {moving?.kind === kind && (
        <Suspense fallback={null}>
          <MoveDialog moving={moving} />
        </Suspense>
      )}
    </>
  )
}
