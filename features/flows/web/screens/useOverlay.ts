import { useEffect, useRef } from 'react'
import type { Overlay } from '../canvas/overlay.ts'
import type { FlowSlotProps } from './slots.ts'

/**
 * Shows something on the canvas for as long as there is something to show and the part is there. `overlay` must stay the same
 * object while it says the same (`useMemo`); `onClose` may change.
 */
export const useOverlay = (
  { setOverlay }: Pick<FlowSlotProps, 'setOverlay'>,
  overlay: Omit<Overlay, 'onClose'> | undefined,
  onClose: () => void,
): void => {
  const latest = useRef({ setOverlay, onClose })
  useEffect(() => {
    latest.current = { setOverlay, onClose }
  })
  useEffect(() => {
    if (!overlay) return
    latest.current.setOverlay({ ...overlay, onClose: () => latest.current.onClose() })
    return () => latest.current.setOverlay(undefined)
  }, [overlay])
}
