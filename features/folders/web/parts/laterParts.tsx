import { type ComponentProps, lazy, Suspense } from 'react'

const MenuItems = lazy(() => import('../later/FolderMenuItems.tsx'))
const Empty = lazy(() => import('../later/EmptyFolder.tsx'))

/** What the menu of a row offers besides its own: to be a favorite, and to lie in another folder. */
export const FolderMenuItems = (props: ComponentProps<typeof MenuItems>) => (
  <Suspense fallback={null}>
    <MenuItems {...props} />
  </Suspense>
)

/** What a list shows where the chosen folder has nothing in it; its children are the button that makes an item there. */
export const EmptyFolder = (props: ComponentProps<typeof Empty>) => (
  <Suspense fallback={null}>
    <Empty {...props} />
  </Suspense>
)
