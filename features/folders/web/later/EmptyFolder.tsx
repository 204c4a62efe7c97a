import { EmptyState } from '@millrace/kit/web'
import { IconFolderOpen } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Star } from '../parts/Star.tsx'
import { FAVORITES, useFolderScope } from '../useFolders.ts'
import { manyOf } from '../words.ts'

/** What a list shows where the chosen folder has nothing in it; its children are the button that makes an item there. */
export default function EmptyFolder({ children }: { children?: ReactNode }) {
  const { isReady, chosen, kind, mayWrite } = useFolderScope()
  if (!isReady) return null
  if (chosen === FAVORITES) {
    return (
      <EmptyState
        icon={<Star size={24} />}
        title="No favorites yet"
        text={`Press the star beside a name, and it is here too. Everybody on your team sees these ${manyOf(kind)}.`}
      />
    )
  }
  return (
    <EmptyState
      icon={<IconFolderOpen size={24} stroke={1.6} />}
      title="This folder is empty"
      text={
        mayWrite
          ? `Drag ${manyOf(kind)} onto it, choose “Move to folder…” in their menus, or make a new one: it will lie here.`
          : `No ${manyOf(kind)} lie here.`
      }
    >
      {children}
    </EmptyState>
  )
}
