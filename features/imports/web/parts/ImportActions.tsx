import { Button } from '@mantine/core'
import { useGo, useMay } from '@millrace/kit/web'
import {
  IconArrowBackUp,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRepeat,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Import } from '../../contract/import.ts'
import { useImportMoves } from './useImportMoves.ts'
import { canStop } from './words.ts'

type Act = {
  label: string
  icon: ComponentType<{ size: number; stroke: number }>
  run: () => void
  isFirst?: boolean
  isShown: boolean
}

/** What can be done with an import, by how far it is. */
export const ImportActions = ({ of }: { of: Import }) => {
  const go = useGo()
  const mayWrite = useMay('people:write')
  const moves = useImportMoves(of)
  const isMoving = of.status === 'queued' || of.status === 'running'
  const isPaused = of.status === 'paused'
  const isOver = !canStop(of) && of.status !== 'undoing'
  const acts: Act[] = [
    { label: 'Pause', icon: IconPlayerPause, run: moves.pause, isShown: mayWrite && isMoving },
    { label: 'Stop', icon: IconPlayerStop, run: () => void moves.stop(), isShown: mayWrite && canStop(of) },
    { label: 'Resume', icon: IconPlayerPlay, run: moves.resume, isFirst: true, isShown: mayWrite && isPaused },
    { label: 'Undo', icon: IconArrowBackUp, run: () => void moves.undo(), isShown: mayWrite && of.undoUntil !== null },
    {
      label: 'Import another like this',
      icon: IconRepeat,
      run: () => go({ to: '/people/imports/new', search: { like: of.id } }),
      isShown: mayWrite && isOver,
    },
    {
      label: 'See people',
      icon: IconUsers,
      run: () => go('/people'),
      isFirst: true,
      isShown: isOver && of.status !== 'undone' && of.created + of.updated > 0,
    },
  ]
  return acts
    .filter(({ isShown }) => isShown)
    .map(({ label, icon: Icon, run, isFirst }) => (
      <Button
        key={label}
        variant={isFirst ? 'filled' : 'default'}
        disabled={moves.isBusy}
        leftSection={<Icon size={15} stroke={1.7} aria-hidden />}
        onClick={run}
      >
        {label}
      </Button>
    ))
}
