import { type LinkProps, Link as RouterLink, useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import {
  type AnchorHTMLAttributes,
  type ComponentType,
  createElement,
  type LazyExoticComponent,
  lazy,
  type Ref,
  useCallback,
  useEffect,
  useMemo,
} from 'react'

type To = { to: string; search?: Record<string, unknown>; replace?: boolean }
type LinkLike = To &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
    ref?: Ref<HTMLAnchorElement>
    activeProps?: Record<string, unknown>
  }

/** A link inside the app; `to` is a whole path. */
export const Link = ({ to, search, ...rest }: LinkLike) =>
  createElement(RouterLink as ComponentType<LinkProps & object>, { to, search: search ?? {}, ...rest } as LinkProps)

/** A screen that is loaded when its address is opened. */
export const lazyScreen = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> => lazy(load)

/** Goes to a path: `go('/flows/12')`, `go({ to: '/flows', search: { folder: 3 } })`. */
export const useGo = (): ((target: string | To) => void) => {
  const navigate = useNavigate()
  return useCallback(
    (target) => {
      void navigate((typeof target === 'string' ? { to: target } : target) as never)
    },
    [navigate],
  )
}

type Reads<T> = { parse(value: unknown): T }

/**
 * The part of the address after `?`, typed, and a function that changes it. What a dialog or a filter shows lives here, so that
 * back, reload and a sent link show the same. `undefined` removes a parameter; `push` makes an entry in the history.
 */
export const useAddress = <T extends object>(
  schema: Reads<T>,
): [address: T, change: (changes: Partial<T>, options?: { push?: boolean }) => void] => {
  const navigate = useNavigate()
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, unknown> })
  const address = useMemo(() => {
    try {
      return schema.parse(search)
    } catch {
      // A hand-written address with values that cannot be read shows the screen as if they were not there.
      return schema.parse({})
    }
  }, [schema, search])
  const change = useCallback(
    (changes: Partial<T>, { push = false } = {}) => {
      const next = (old: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries({ ...old, ...changes }).filter(([, value]) => value !== undefined && value !== ''),
        )
      void navigate({ to: '.', search: next as never, replace: !push })
    },
    [navigate],
  )
  return [address, change]
}

/** The path as it stands, without what follows `?`. */
export const usePath = (): string => useRouterState({ select: ({ location }) => location.pathname })

/** A parameter of the path: `useParam('id')` at `/flows/$id`. */
export const useParam = (name: string): string => (useParams({ strict: false }) as Record<string, string>)[name] ?? ''

/** Names the page in the browser's tab. */
export const useTitle = (title: string | undefined): void => {
  useEffect(() => {
    if (title) document.title = `${title} · Millrace`
  }, [title])
}
