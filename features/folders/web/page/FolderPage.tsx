import { PageHead, RailItem, SplitPage } from '@millrace/kit/web'
import { IconArchive, IconLayoutList } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FavoritesItem } from '../parts/FavoritesItem.tsx'
import { FolderPanel } from '../parts/FolderPanel.tsx'
import { type FolderList, FolderScope } from '../useFolders.ts'

type Props = {
  folders: FolderList
  /** What is listed: "Emails". */
  title: string
  counts: { current: number; archived: number } | undefined
  isArchive: boolean
  /** Shows all of them, or the archived ones. */
  onShow: (shown: { archived: number | undefined; folder: undefined }) => void
  /** What folders are for, while there are none. */
  teach: string
  /** Buttons in the head. */
  create: ReactNode
  children: ReactNode
}

/** The page of a list with its folders in the rail: all, the favorites, the archive and the folders. */
export const FolderPage = ({ folders, title, counts, isArchive, onShow, teach, create, children }: Props) => (
  <FolderScope value={folders}>
    <SplitPage
      railLabel={title}
      rail={
        <>
          <RailItem
            icon={<IconLayoutList size={16} stroke={1.7} />}
            label={`All ${title.toLowerCase()}`}
            count={counts?.current}
            isOn={!isArchive && !folders.chosen}
            onClick={() => onShow({ archived: undefined, folder: undefined })}
          />
          <FavoritesItem />
          <RailItem
            icon={<IconArchive size={16} stroke={1.7} />}
            label="Archived"
            count={counts?.archived}
            isOn={isArchive}
            onClick={() => onShow({ archived: 1, folder: undefined })}
          />
          <FolderPanel empty={teach} />
        </>
      }
    >
      <PageHead title={folders.title ?? title}>{create}</PageHead>
      {children}
    </SplitPage>
  </FolderScope>
)
