import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { queryClient } from './query.ts'
import { theme } from './theme.ts'
import { cssVariablesResolver } from './tokens.ts'

const Floating = lazy(() => import('./parts/Floating.tsx'))

const SCHEME_KEY = 'millrace-color-scheme'

type Listener = Parameters<MantineColorSchemeManager['subscribe']>[0]
let heard: ((event: StorageEvent) => void) | undefined

const isScheme = (value: unknown): value is 'light' | 'dark' | 'auto' =>
  value === 'light' || value === 'dark' || value === 'auto'

const read = (fallback: 'light' | 'dark' | 'auto') => {
  try {
    const kept = localStorage.getItem(SCHEME_KEY)
    return isScheme(kept) ? kept : fallback
  } catch {
    return fallback
  }
}

const keep = (value: string) => {
  try {
    localStorage.setItem(SCHEME_KEY, value)
  } catch {
    // A browser that keeps nothing still shows the choice until the page is left.
  }
}

/** Remembers light, dark or automatic in the browser, under the key that /scheme.js reads before the first paint. */
const schemeManager: MantineColorSchemeManager = {
  get: (fallback) => read(fallback),
  set: keep,
  subscribe: (tell: Listener) => {
    heard = (event) => {
      if (event.key === SCHEME_KEY && isScheme(event.newValue)) tell(event.newValue)
    }
    window.addEventListener('storage', heard)
  },
  unsubscribe: () => {
    if (heard) window.removeEventListener('storage', heard)
  },
  clear: () => keep('auto'),
}

/** Everything a screen stands on: theme, kept answers, notices, questions. */
export const KitProvider = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    defaultColorScheme="auto"
    colorSchemeManager={schemeManager}
  >
    <QueryClientProvider client={queryClient}>
      {children}
      <Suspense fallback={null}>
        <Floating />
      </Suspense>
    </QueryClientProvider>
  </MantineProvider>
)
