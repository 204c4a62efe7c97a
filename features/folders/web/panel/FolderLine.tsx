import { count } from '@millrace/kit/web'
import { IconChevronRight, IconFolder } from '@tabler/icons-react'
import { type CSSProperties, lazy, type ReactNode, Suspense } from 'react'
import { type Dragged, draggable } from '../drag.ts'
import { type FolderNode, type FolderTree, mayLieIn } from '../tree/folderTree.ts'
import { useFolderScope } from '../useFolders.ts'
import { NameField } from './NameField.tsx'
import css from './panel.module.css'
import { useDropTarget, type Zone } from './useDropTarget.ts'
import type { TreeActs } from './useTreeActs.ts'

const FolderMenu = lazy(() => import('./FolderMenu.tsx'))

type Props = {
  tree: FolderTree
  node: FolderNode
  acts: TreeActs
  isOpen: boolean
  /** Items show in the tree, so that a folder with items can be opened too. */
  hasItems: boolean
  onPick: () => void
  children: ReactNode
}

/** Where a folder that is dropped on a line goes: into its folder, or before or after it. */
const landing = (tree: FolderTree, node: FolderNode, zone: Zone) => {
  if (zone === 'into') return { target: node.folder.id, beforeId: undefined }
  const siblings = (tree.byId.get(node.parentId)?.inside ?? tree.top).map(({ folder }) => folder.id)
  const at = siblings.indexOf(node.folder.id)
  return { target: node.parentId, beforeId: zone === 'before' ? node.folder.id : siblings[at + 1] }
}

const useLanding = ({ tree, node, isOpen }: Pick<Props, 'tree' | 'node' | 'isOpen'>) => {
  const { saves, setOpen } = useFolderScope()
  const accepts = (what: Dragged, zone: Zone) => {
    if (!what.folderId) return what.ids.some((id) => tree.folderOf.get(id) !== node.folder.id)
    return what.folderId !== node.folder.id && mayLieIn(tree, what.folderId, landing(tree, node, zone).target) === true
  }
  const drop = (what: Dragged, zone: Zone) => {
    const { target, beforeId } = landing(tree, node, zone)
    const isHere = what.folderId !== undefined && beforeId === what.folderId
    if (!isHere) saves.move(target, { addIds: what.ids, ...(beforeId && { beforeId }) })
  }
  const canOpen = !isOpen && node.inside.length > 0
  return useDropTarget({
    accepts,
    drop,
    hasEdges: true,
    ...(canOpen && { onLinger: () => setOpen(node.folder.id, true) }),
  })
}

/** A folder in the tree, with what lies in it below. */
export const FolderLine = ({ tree, node, acts, isOpen, hasItems, onPick, children }: Props) => {
  const { kind, mayWrite, chosen, setOpen } = useFolderScope()
  const { handlers, zone } = useLanding({ tree, node, isOpen })
  const { folder, level, all } = node
  const { id, name, color } = folder
  const canOpen = node.inside.length > 0 || (hasItems && node.items.length > 0)
  const isNaming = acts.naming !== undefined && 'id' in acts.naming && acts.naming.id === id
  const drag = mayWrite && !isNaming ? draggable(() => ({ kind, ids: [id], folderId: id, words: name })) : {}
  return (
    <li>
      <div
        className={css.line}
        style={{ '--level': level } as CSSProperties}
        data-line={id}
        data-on={chosen === id || undefined}
        data-drop={zone}
        {...drag}
        {...handlers}
      >
        {canOpen && (
          <button
            type="button"
            className={css.chevron}
            tabIndex={-1}
            aria-label={`${isOpen ? 'Close' : 'Open'} ${name}`}
            data-open={isOpen || undefined}
            onClick={() => setOpen(id, !isOpen)}
          >
            <IconChevronRight size={12} stroke={2.2} aria-hidden />
          </button>
        )}
        {isNaming ? (
          <NameField value={name} onDone={acts.name} />
        ) : (
          <button
            type="button"
            data-name
            className={css.name}
            title={name}
            aria-current={chosen === id || undefined}
            {...(canOpen && { 'aria-expanded': isOpen })}
            onClick={onPick}
            onDoubleClick={mayWrite ? () => acts.rename(id) : undefined}
          >
            <IconFolder
              size={16}
              stroke={1.7}
              className={css.icon}
              style={{ '--folder': color ?? 'var(--ink-3)' } as CSSProperties}
              aria-hidden
            />
            <span className={css.label}>{name}</span>
            <span className={css.count}>{count(all.size)}</span>
          </button>
        )}
        {mayWrite && !isNaming && (
          <Suspense fallback={null}>
            <FolderMenu node={node} acts={acts} />
          </Suspense>
        )}
      </div>
      {isOpen && <ul className={css.inner}>{children}</ul>}
    </li>
  )
}
