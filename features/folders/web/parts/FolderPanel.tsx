import { RailHead, Skeleton } from '@millrace/kit/web'
import { lazy, Suspense } from 'react'
import type { PanelProps } from '../panel/PanelProps.ts'
import css from './parts.module.css'

const Panel = lazy(() => import('../panel/Panel.tsx'))

/** The shape of the folders while they are on their way. */
const Waiting = ({ title }: { title: string }) => (
  <div className={css.waiting} aria-hidden="true">
    <RailHead>{title}</RailHead>
    {[74, 58, 66].map((width) => (
      <div key={width} className={css.waitingLine}>
        <Skeleton width={width} />
      </div>
    ))}
  </div>
)

/**
 * The folders of a list in its rail: a tree with counts that can be arranged by mouse and by keyboard. On narrow screens a
 * button that opens it in a drawer. Stands in a `FolderScope`.
 */
export const FolderPanel = (props: PanelProps) => (
  <Suspense fallback={<Waiting title={props.title ?? 'Folders'} />}>
    <Panel {...props} />
  </Suspense>
)
