import { RailItem } from '@millrace/kit/web'
import { IconStack2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFolderScope } from '../useFolders.ts'
import { FavoritesItem } from './FavoritesItem.tsx'
import { FolderPanel } from './FolderPanel.tsx'
import css from './parts.module.css'

/** From here down there is no room for two rails. */
const NARROW = '68em'

type Props = {
  /** Of everything: "All tags". */
  label: string
  count: number | undefined
  /** Lines between the favorites and the folders: another way to narrow the list. */
  lines?: ReactNode
  /** The list is narrowed by one of those lines. */
  isNarrowed?: boolean
  children: ReactNode
}

/** A list with its folders beside it, on pages that have a rail of their own already. */
export const FolderSide = ({ label, count, lines, isNarrowed = false, children }: Props) => {
  const { chosen, choose } = useFolderScope()
  return (
    <div className={css.side}>
      <nav className={css.sideRail} aria-label="Folders">
        <RailItem
          icon={<IconStack2 size={16} stroke={1.7} />}
          label={label}
          {...(count !== undefined && { count })}
          isOn={!chosen && !isNarrowed}
          onClick={() => choose(undefined)}
        />
        <FavoritesItem />
        {lines}
        <FolderPanel narrowBelow={NARROW} />
      </nav>
      <div className={css.sideMain}>{children}</div>
    </div>
  )
}
