import type { ReactNode } from 'react'

/** How an item shows in the tree. */
export type TreeItem = { label: string; icon: ReactNode; count?: string; isOn: boolean; onClick: () => void }

/** What the panel of a list can be told. */
export type PanelProps = {
  /** Over the tree; "Folders" unless told. */
  title?: string
  /** Shows the items in the tree too: for lists whose rail is the list. undefined leaves an item out. */
  itemOf?: (id: string) => TreeItem | undefined
  /** All items in the order of their list; those that lie in no folder stand below the folders. */
  items?: readonly string[]
  /** A button beside the one for new folders: what makes an item. */
  action?: ReactNode
  /** From this width down the tree stands in a drawer. */
  narrowBelow?: string
  /** Said where there is neither a folder nor an item. */
  empty?: string
}
