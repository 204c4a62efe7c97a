import { CloseButton } from '@mantine/core'
import css from './overlay.module.css'
import type { Overlay } from './overlay.ts'

/** Says what is looked at instead of the flow, and leads back. */
export const OverlayBar = ({ title, onClose }: Pick<Overlay, 'title' | 'onClose'>) => (
  <section className={css.bar} aria-label="What the canvas shows">
    <div>{title}</div>
    <CloseButton aria-label="Back to the flow" onClick={onClose} />
  </section>
)
