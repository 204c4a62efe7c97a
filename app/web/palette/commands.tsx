import { useMantineColorScheme } from '@mantine/core'
import type { Command, CommandSource } from '@millrace/kit/web'
import { objectCommands } from '@millrace/objects/web'
import { peopleCommands } from '@millrace/people/web'
import { IconArrowRight, IconKeyboard, IconMoon, IconSun } from '@tabler/icons-react'
import { useMemo } from 'react'
import { allEntries } from '../shell/settingsMenus.tsx'
import { openShortcuts } from './palette.ts'

/** What the features can find: people by their name, flows, emails, … One line per feature. */
export const sources: readonly CommandSource[] = [peopleCommands, objectCommands]

/** Every page as a command. */
export const pageCommands = (): Command[] =>
  allEntries().map(({ label, to, icon: Icon, words }) => ({
    id: `go ${to}`,
    label,
    to,
    ...(words && { words }),
    icon: Icon ? <Icon size={16} stroke={1.7} /> : <IconArrowRight size={16} stroke={1.7} />,
  }))

/** What can be done from anywhere. */
export const useDeeds = (): Command[] => {
  const { setColorScheme } = useMantineColorScheme()
  return useMemo(
    () => [
      {
        id: 'light',
        label: 'Light colours',
        words: 'theme scheme',
        icon: <IconSun size={16} stroke={1.7} />,
        run: () => setColorScheme('light'),
      },
      {
        id: 'dark',
        label: 'Dark colours',
        words: 'theme scheme night',
        icon: <IconMoon size={16} stroke={1.7} />,
        run: () => setColorScheme('dark'),
      },
      {
        id: 'keys',
        label: 'Keyboard shortcuts',
        words: 'help keys',
        icon: <IconKeyboard size={16} stroke={1.7} />,
        run: openShortcuts,
      },
    ],
    [setColorScheme],
  )
}
