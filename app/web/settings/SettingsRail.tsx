import {
  PageSkeleton,
  PathParams,
  pageTitle,
  RailHead,
  RailItem,
  SplitPage,
  usePath,
  useSignedIn,
} from '@millrace/kit/web'
import { ObjectDialogs } from '@millrace/objects/web'
import { IconBuildingCommunity, IconMailCheck } from '@tabler/icons-react'
import { Navigate } from '@tanstack/react-router'
import { Fragment, Suspense, useDeferredValue, useLayoutEffect, useMemo } from 'react'
import { settingsMenus } from '../shell/settingsMenus.tsx'
import { settingsPageAt } from './settingsPageAt.ts'
import { useAdminLeave } from './useAdminLeave.ts'

/** What only the platform's administrators see. */
const ADMINISTRATION = {
  label: 'Administration',
  items: [
    { label: 'All accounts', to: '/admin/accounts', icon: IconBuildingCommunity },
    { label: 'Moderation', to: '/admin/moderation', icon: IconMailCheck },
  ],
}

/** The page at the address. The one before stays until it is loaded; an address without a page leads home. */
const OpenPage = () => {
  const path = useDeferredValue(usePath())
  const { isAdmin } = useSignedIn()
  const { page, params } = useMemo(() => settingsPageAt(path), [path]) ?? {}
  const title = page?.title
  // Before the page's own words for itself, which it sets once it is shown.
  useLayoutEffect(() => {
    if (title) document.title = pageTitle(title)
  }, [title])
  const isClosed = page?.path.startsWith('/admin/') && !isAdmin
  if (!page || isClosed) return <Navigate to={'/dashboard' as never} replace />
  const { screen: Screen } = page
  return (
    <PathParams value={params}>
      <Screen key={page.path} />
    </PathParams>
  )
}

/** The pages of settings at the left, the open one beside them. */
export default function SettingsRail() {
  const path = usePath()
  const { isAdmin } = useSignedIn()
  useAdminLeave()
  const title = settingsPageAt(path)?.page.title
  // On narrow screens the rail is a line that scrolls: the open page's name is brought into sight.
  useLayoutEffect(() => {
    if (path)
      document.querySelector('aside [aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path])
  const rail = [...settingsMenus(), ...(isAdmin ? [ADMINISTRATION] : [])].map(({ label, items }) => (
    <Fragment key={label}>
      <RailHead>{label}</RailHead>
      {items.map(({ label: name, to, icon: Icon }) => (
        <RailItem
          key={to}
          to={to}
          label={name}
          icon={Icon && <Icon size={16} stroke={1.7} />}
          // Pages that have two addresses stand in the rail with one.
          isOn={settingsPageAt(to)?.page.title === title}
        />
      ))}
    </Fragment>
  ))
  return (
    <SplitPage rail={rail} railLabel="Settings">
      <Suspense fallback={<PageSkeleton />}>
        <OpenPage />
      </Suspense>
      <ObjectDialogs />
    </SplitPage>
  )
}
