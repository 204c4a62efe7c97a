import { useGo, useShortcut } from '@millrace/kit/web'
import { lazy, Suspense } from 'react'
import { hasPage } from '../hasPage.ts'
import { openPalette, openShortcuts, useShown } from './palette.ts'

const Palette = lazy(() => import('./Palette.tsx'))
const ShortcutList = lazy(() => import('./ShortcutList.tsx'))

const PLACES = [
  { key: 'h', label: 'Go to Home', to: '/dashboard' },
  { key: 'f', label: 'Go to Flows', to: '/flows' },
  { key: 'p', label: 'Go to People', to: '/people' },
  { key: 's', label: 'Go to Segments', to: '/segments' },
  { key: 'b', label: 'Go to Broadcasts', to: '/broadcasts' },
  { key: 'e', label: 'Go to Emails', to: '/emails' },
  { key: 'm', label: 'Go to Mailbox', to: '/mailbox' },
] as const

const Place = ({ place }: { place: (typeof PLACES)[number] }) => {
  const go = useGo()
  useShortcut(`g then ${place.key}`, place.label, () => go(place.to), 'Go to')
  return null
}

/** Listens for the keys that work everywhere, and shows search and shortcuts when they are asked for. */
export default function PaletteHost() {
  const shown = useShown()
  useShortcut('mod k', 'Search and commands', openPalette, 'Everywhere')
  useShortcut('/', 'Search and commands', openPalette, 'Everywhere')
  useShortcut('?', 'Keyboard shortcuts', openShortcuts, 'Everywhere')
  return (
    <>
      {PLACES.filter(({ to }) => hasPage(to)).map((place) => (
        <Place key={place.key} place={place} />
      ))}
      <Suspense fallback={null}>
        {shown === 'palette' && <Palette />}
        {shown === 'shortcuts' && <ShortcutList />}
      </Suspense>
    </>
  )
}
