import { PageHead, RailItem, SplitPage } from '@millrace/kit/web'
import { IconArchive, IconLayoutList } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FavoritesItem } from '../parts/FavoritesItem.tsx'
import { FolderPanel } from '../parts/FolderPanel.tsx'
import { FolderScope } from '../useFolders.ts'
import type { FolderPageState } from './useFolderPage.ts'

type Props = {
  page: FolderPageState
  /** What is listed: "Emails". */
  title: string
  counts: { current: number; archived: number } | undefined
  /** What folders are for, while there are none. */
  teach: string
  /** Buttons in the head. */
  create: ReactNode
  children: ReactNode
}

/** The page of a list with its folders in the rail: all, the favorites, the archive and the folders. */
export const FolderPage = ({ page, title, counts, teach, create, children }: Props) => (
  <FolderScope value={page.folders}>
    <SplitPage
      railLabel={title}
      rail={
        <>
          <RailItem
            icon={<IconLayoutList size={16} stroke={1.7} />}
            label={`All ${title.toLowerCase()}`}
            count={counts?.current}
            isOn={!page.isArchive && !page.folders.chosen}
            onClick={() => page.show(false)}
          />
          <FavoritesItem />
          <RailItem
            icon={<IconArchive size={16} stroke={1.7} />}
            label="Archived"
            count={counts?.archived}
            isOn={page.isArchive}
            onClick={() => page.show(true)}
          />
          <FolderPanel empty={teach} />
        </>
      }
    >
      <PageHead title={page.folders.title ?? title}>{create}</PageHead>
      {children}
    </SplitPage>
  </FolderScope>
)
