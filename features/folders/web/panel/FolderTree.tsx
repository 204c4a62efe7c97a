import { ActionIcon, Button, TextInput } from '@mantine/core'
import { RailHead } from '@millrace/kit/web'
import { IconFolderPlus, IconPlus, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type FolderNode, pathTo, type FolderTree as Tree } from '../tree/folderTree.ts'
import { useFolderScope } from '../useFolders.ts'
import { FolderLine } from './FolderLine.tsx'
import { ItemLine } from './ItemLine.tsx'
import { NameField } from './NameField.tsx'
import type { PanelProps } from './PanelProps.ts'
import css from './panel.module.css'
import { useDropTarget } from './useDropTarget.ts'
import { type TreeActs, useTreeActs } from './useTreeActs.ts'
import { useTreeKeys } from './useTreeKeys.ts'

/** From so many folders on, they can be searched. */
const MANY = 9

type Props = PanelProps & {
  /** Something was chosen: a drawer closes. */
  onChosen?: () => void
  /** A drawer has a head of its own. */
  isInDrawer?: boolean
}

const Said = ({ text, isWrong, children }: { text: string; isWrong?: boolean; children?: ReactNode }) => (
  <div className={css.said} role={isWrong ? 'alert' : undefined}>
    <p>{text}</p>
    {children}
  </div>
)

const MakeFolder = ({ onClick }: { onClick: () => void }) => (
  <Button
    variant="default"
    size="xs"
    leftSection={<IconFolderPlus size={14} stroke={1.7} aria-hidden />}
    onClick={onClick}
  >
    New folder
  </Button>
)

/** Folders whose names contain a text, and those that they lie in. */
const foundIn = (tree: Tree, text: string): ReadonlySet<string> | undefined => {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return undefined
  const hits = tree.list.filter(({ folder }) => folder.name.toLowerCase().includes(wanted))
  return new Set(hits.flatMap(({ folder }) => pathTo(tree, folder.id).map((node) => node.folder.id)))
}

const Head = ({
  tree,
  acts,
  title,
  action,
  hasItems,
}: {
  tree: Tree
  acts: TreeActs
  title: string
  action: ReactNode
  hasItems: boolean
}) => {
  const { mayWrite, saves } = useFolderScope()
  const { handlers, zone, mayDrop } = useDropTarget({
    accepts: ({ folderId, ids }) =>
      folderId ? tree.byId.get(folderId)?.parentId !== tree.root.id : ids.some((id) => tree.folderOf.has(id)),
    drop: ({ ids }) => saves.move(tree.root.id, { addIds: ids }),
  })
  const Icon = hasItems ? IconFolderPlus : IconPlus
  return (
    <div className={css.head} data-drop={zone} {...handlers}>
      <RailHead
        action={
          <span className={css.actions}>
            {mayWrite && (
              <ActionIcon size={22} aria-label="New folder" title="New folder" onClick={() => acts.make(tree.root.id)}>
                <Icon size={14} stroke={1.9} aria-hidden />
              </ActionIcon>
            )}
            {action}
          </span>
        }
      >
        {mayDrop ? 'Drop here for no folder' : title}
      </RailHead>
    </div>
  )
}

type LinesProps = {
  tree: Tree
  acts: TreeActs
  nodes: readonly FolderNode[]
  parentId: string
  found: ReadonlySet<string> | undefined
  itemOf: PanelProps['itemOf']
  onChosen: () => void
}

/** The folders in a folder, and the field for the name of a new one. */
const Lines = (props: LinesProps): ReactNode => {
  const { tree, acts, nodes, parentId, found, itemOf, onChosen } = props
  const { isOpen, setOpen, choose } = useFolderScope()
  const { naming } = acts
  const pick = (id: string, isShown: boolean) => {
    if (itemOf) return setOpen(id, !isShown)
    choose(id)
    onChosen()
  }
  return (
    <>
      {nodes
        .filter(({ folder }) => !found || found.has(folder.id))
        .map((node) => {
          const { id } = node.folder
          const isShown = found !== undefined || isOpen(id)
          return (
            <FolderLine
              key={id}
              {...{ tree, node, acts }}
              isOpen={isShown}
              hasItems={itemOf !== undefined}
              onPick={() => pick(id, isShown)}
            >
              <Lines {...props} nodes={node.inside} parentId={id} />
              {itemOf &&
                node.items.map((item) => (
                  <ItemLine key={item} id={item} level={node.level + 1} {...{ itemOf, onChosen }} />
                ))}
            </FolderLine>
          )
        })}
      {naming && 'newIn' in naming && naming.newIn === parentId && (
        <li className={css.line} style={{ '--level': (tree.byId.get(parentId)?.level ?? -1) + 1 } as object}>
          <NameField value="" onDone={acts.name} />
        </li>
      )}
    </>
  )
}

const Loaded = ({
  tree,
  title = 'Folders',
  itemOf,
  items,
  action,
  empty,
  isInDrawer,
  onChosen = () => {},
}: Props & { tree: Tree }) => {
  const { mayWrite } = useFolderScope()
  const [text, setText] = useState('')
  const acts = useTreeActs(tree)
  const onKeyDown = useTreeKeys(tree, acts)
  const found = foundIn(tree, text)
  const loose = itemOf && !found ? (items ?? tree.loose).filter((id) => !tree.folderOf.has(id)) : []
  const isEmpty = !tree.top.length && !acts.naming && !(itemOf && items?.length)
  return (
    <>
      {isInDrawer ? (
        mayWrite && (
          <div className={css.drawerHead}>
            <MakeFolder onClick={() => acts.make(tree.root.id)} />
            {action}
          </div>
        )
      ) : (
        <Head {...{ tree, acts, title, action }} hasItems={itemOf !== undefined} />
      )}
      {tree.list.length >= MANY && (
        <TextInput
          className={css.find as string}
          size="xs"
          aria-label="Find a folder"
          placeholder="Find a folder"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          leftSection={<IconSearch size={14} stroke={1.8} aria-hidden />}
        />
      )}
      <ul className={css.tree} data-tree aria-label={title} onKeyDown={onKeyDown}>
        <Lines {...{ tree, acts, found, itemOf, onChosen }} nodes={tree.top} parentId={tree.root.id} />
        {itemOf && loose.map((id) => <ItemLine key={id} id={id} level={0} {...{ itemOf, onChosen }} />)}
      </ul>
      {found?.size === 0 && <Said text="No folder is called that." />}
      {isEmpty && (
        <Said text={empty ?? 'Keep what belongs together in a folder, and drag rows onto it.'}>
          {mayWrite && !isInDrawer && <MakeFolder onClick={() => acts.make(tree.root.id)} />}
        </Said>
      )}
    </>
  )
}

/** The folders of a list as a tree: choose, open, name, colour, arrange, delete. */
export const FolderTree = (props: Props) => {
  const { tree, error, refetch } = useFolderScope()
  if (tree) return <Loaded {...props} tree={tree} />
  return (
    <>
      <RailHead>{props.title ?? 'Folders'}</RailHead>
      {error && (
        <Said text="Error while loading folders." isWrong>
          <Button variant="default" size="xs" onClick={() => void refetch()}>
            Try again
          </Button>
        </Said>
      )}
    </>
  )
}
