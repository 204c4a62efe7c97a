import {
  lazyScreen,
  loginAddress,
  onSignedOut,
  pageTitle,
  queryClient,
  readSearch,
  splitAddress,
  writeSearch,
} from '@millrace/kit/web'
import { type AnyRoute, createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { PAGES } from '../routes.ts'
import { Failure } from './Failure.tsx'
import { isShared } from './isShared.ts'
import { Progress } from './Progress.tsx'
import type { Page } from './page.ts'

const Shell = lazyScreen(() => import('../shell/Shell.tsx'))
const SettingsRail = lazyScreen(() => import('../settings/SettingsRail.tsx'))

const Root = () => (
  <>
    <Progress />
    <Outlet />
  </>
)

const rootRoute = createRootRoute({
  component: Root,
  beforeLoad: ({ location }) => {
    const known = location.pathname.match(/^\/view-form\/([^/]+)$/)
    if (known) throw redirect({ to: `/public/view-form/${known[1]}` as never, replace: true })
  },
  notFoundComponent: () => null,
})

const signedInOnly = async ({ location }: { location: { href: string } }) => {
  if (isShared(location)) return
  const { openAccount } = await import('./session.ts')
  if (!(await openAccount())) throw redirect({ ...splitAddress(loginAddress(location.href)), replace: true } as never)
}

const app = createRoute({
  id: 'app',
  getParentRoute: () => rootRoute,
  component: Shell as never,
  beforeLoad: signedInOnly,
})

/** Everything beside the rail of settings, which knows its pages itself. */
const SETTINGS = ['/settings/$', '/admin/$', '/profile', '/account/info', '/account-info']
const settings = SETTINGS.map((path) =>
  createRoute({ path, getParentRoute: () => app, component: SettingsRail as never }),
)

const bare = createRoute({ id: 'bare', getParentRoute: () => rootRoute, beforeLoad: signedInOnly })
const open = createRoute({ id: 'public', getParentRoute: () => rootRoute })

/** Where a page stands. */
const groundOf = ({ isPublic, isBare }: Page) => {
  if (isPublic) return open
  return isBare ? bare : app
}

const below = (ground: AnyRoute) =>
  PAGES.filter((page) => groundOf(page) === ground).map(({ path, screen, title }) =>
    createRoute({
      path,
      getParentRoute: () => ground as typeof rootRoute,
      component: screen as never,
      beforeLoad: ({ cause, params }) => {
        if (cause === 'enter') screen.begin?.(params)
      },
      onEnter: () => {
        document.title = pageTitle(title)
      },
    }),
  ) as never

/** Whatever is not known leads home. */
const unknown = createRoute({
  path: '$',
  getParentRoute: () => rootRoute,
  beforeLoad: () => {
    throw redirect({ to: '/dashboard' as never, replace: true })
  },
})

const tree = rootRoute.addChildren([
  app.addChildren([...settings, ...(below(app) as [])] as never),
  bare.addChildren(below(bare)),
  open.addChildren(below(open)),
  unknown,
] as never)

/** Addresses and their screens. */
export const router = createRouter({
  routeTree: tree as unknown as AnyRoute,
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  defaultPreload: false,
  scrollRestoration: true,
  trailingSlash: 'never',
  defaultPendingMs: 400,
  defaultErrorComponent: ({ error, reset }) => <Failure error={error} reset={reset} />,
})

onSignedOut(() => {
  const { location, matches } = router.state
  const { href } = location
  if (isShared(location) || matches.some(({ routeId }) => routeId === open.id)) return
  queryClient.clear()
  void router.navigate({ ...splitAddress(loginAddress(href)), replace: true } as never)
})
