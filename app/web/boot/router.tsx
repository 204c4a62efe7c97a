import { ErrorPanel, useTitle } from '@millrace/kit/web'
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { PAGES } from '../routes.ts'
import type { Page } from './page.ts'
import { ScreenLoader } from './ScreenLoader.tsx'
import { SignedInOnly } from './SignedInOnly.tsx'

const Titled = ({ title, children }: { title: string; children: ReactNode }) => {
  useTitle(title)
  return children
}

const screenOf = ({ screen: Screen, title, isPublic, isBare }: Page) =>
  function Address() {
    const screen = (
      <Titled title={title}>
        <Suspense fallback={<ScreenLoader />}>
          <Screen />
        </Suspense>
      </Titled>
    )
    return isPublic ? screen : <SignedInOnly isBare={isBare}>{screen}</SignedInOnly>
  }

const root = createRootRoute({ component: Outlet })
const routes = PAGES.map((page) =>
  createRoute({ getParentRoute: () => root, path: page.path, component: screenOf(page) }),
)
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard' })
  },
})

/** The addresses of the web app; an unknown one leads to the dashboard. */
export const router = createRouter({
  routeTree: root.addChildren([...routes, unknown]),
  defaultErrorComponent: ({ error, reset }) => <ErrorPanel error={error as Error} onRetry={reset} />,
  defaultPreload: false,
  scrollRestoration: true,
})
