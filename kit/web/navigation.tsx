import { Link as RouterLink, useNavigate, useParams, useRouter, useRouterState } from '@tanstack/react-router'
import {
  type AnchorHTMLAttributes,
  type ComponentType,
  createContext,
  createElement,
  lazy,
  type Ref,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import type { AddressShape } from './address/addressShape.ts'
import { splitAddress } from './address/search.ts'

type To = { to: string; search?: Record<string, unknown>; replace?: boolean }

/** What a link takes: an anchor's attributes with `to` instead of `href`. */
export type LinkProps = To &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
    ref?: Ref<HTMLAnchorElement>
    /** Given to the link while its address is open. */
    activeProps?: Record<string, unknown>
    /** Counts as open only at the very address, not below it. */
    exact?: boolean
  }

const target = ({ to, search, replace }: To) => {
  const parts = splitAddress(to)
  return { ...parts, search: { ...parts.search, ...search }, ...(replace && { replace }) }
}

/** A link inside the app; `to` is a whole path and may carry a query. Its screen is loaded when it is pointed at. */
export const Link = ({ to, search, replace, exact, ...rest }: LinkProps) =>
  createElement(RouterLink as ComponentType<Record<string, unknown>>, {
    ...target({ to, search: search ?? {}, replace: replace ?? false }),
    activeOptions: { exact: exact ?? false, includeSearch: false },
    ...rest,
  })

/** A screen that is a chunk of its own; `load` fetches it ahead of time, as the router does with `preload`. */
export type LazyScreen<P extends object = object> = ComponentType<P> & {
  load: () => Promise<unknown>
  preload: () => Promise<unknown>
  /** Asks for what the screen shows while its chunk is still on its way; told the parameters of its path. */
  begin?: (params: Record<string, string>) => void
}

/** A screen that is loaded when its address is opened: `export const FlowList = lazyScreen(() => import('./screens/FlowList.tsx'))`. */
export const lazyScreen = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  begin?: LazyScreen['begin'],
): LazyScreen<P> => {
  let screen: ComponentType<P> | undefined
  const preload = async () => {
    const found = await load()
    screen = found.default
    return found
  }
  const Later = lazy(preload)
  // What is there is drawn at once: React holds what it had to wait for back until 300 ms after the wait was shown.
  const Screen = (props: P) => createElement(useState(() => screen ?? Later)[0] as ComponentType<P>, props)
  return Object.assign(Screen, { load: preload, preload, ...(begin && { begin }) })
}

/** Goes to a path: `go('/flows/12')`, `go('/flows?folder=3')`, `go({ to: '/flows', search: { folder: 3 } })`. */
export const useGo = (): ((target: string | To) => void) => {
  const navigate = useNavigate()
  return useCallback(
    (where) => {
      void navigate(target(typeof where === 'string' ? { to: where } : where) as never)
    },
    [navigate],
  )
}

/**
 * The part of the address after `?`, typed by its `addressShape`, and a function that changes it. What a dialog or a filter
 * shows lives here, so that back, reload and a sent link show the same. A value that cannot be read counts as not there.
 * undefined, null, '' and false remove a parameter; `push` makes an entry in the history.
 */
export const useAddress = <T extends object>(
  shape: AddressShape<T>,
): [address: T, change: (changes: Partial<T>, options?: { push?: boolean }) => void] => {
  const navigate = useNavigate()
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, unknown> })
  const address = useMemo(() => shape.read(search), [shape, search])
  const change = useCallback(
    (changes: Partial<T>, { push = false } = {}) => {
      const next = (old: Record<string, unknown>) => ({ ...old, ...changes })
      void navigate({ to: '.', search: next as never, replace: !push, resetScroll: false })
    },
    [navigate],
  )
  return [address, change]
}

/** The path as it stands, without what follows `?`. */
export const usePath = (): string => useRouterState({ select: ({ location }) => location.pathname })

/** Whether the app has a page of this address (`/people/imports/new`, `/flows/$id`): a link is offered only where it leads somewhere. */
export const useHasPage = (path: string): boolean => path in useRouter().routesByPath

/** Parameters of the path for pages that the router does not know by themselves. */
export const PathParams = createContext<Record<string, string> | undefined>(undefined)

/** A parameter of the path: `useParam('id')` at `/flows/$id`. */
export const useParam = (name: string): string => {
  const routed = useParams({ strict: false }) as Record<string, string>
  return (use(PathParams) ?? routed)[name] ?? ''
}

/** A parameter of the path that is a number; undefined where it is none. */
export const useIdParam = (name = 'id'): number | undefined => {
  const text = useParam(name)
  return /^\d+$/.test(text) ? Number(text) : undefined
}

/** The browser tab's title of a page. */
export const pageTitle = (name: string): string => `${name} · Millrace`

/** Names the page in the browser's tab. */
export const useTitle = (title: string | undefined): void => {
  useEffect(() => {
    if (title) document.title = pageTitle(title)
  }, [title])
}
