import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath, Position, useStore } from '@xyflow/react'
import { memo } from 'react'
import { useCanvas, useFar, useMark } from './CanvasContext.ts'
import { LinkTools } from './LinkTools.tsx'
import css from './links.module.css'
import type { MarkTone } from './overlay.ts'
import { bendOf } from './ways.ts'

/** The colours of what is said about links. */
export const MARK_COLORS: Record<MarkTone, string> = {
  added: 'var(--c-goal)',
  removed: 'var(--neg)',
  changed: 'var(--c-trigger)',
  path: 'var(--mantine-color-iris-5)',
  wrong: 'var(--neg)',
  faint: 'color-mix(in srgb, var(--edge) 45%, transparent)',
}
/** How much room an exit's name takes above a straight link. */
const NAME = 28

/** What a link carries besides its ends: the exit by which it leaves, its turn among those of its step, and how many exits there are. */
export type LinkData = { exit?: string | undefined; lane?: number | undefined; count: number }

/** A link with the button that puts a step into it. */
export const StepLink = memo(function StepLink({ id, data, selected, ...ends }: EdgeProps & { data?: LinkData }) {
  const isFar = useFar()
  const { isReadOnly } = useCanvas()
  const mark = useMark(id)
  const centerY = bendOf(data ?? {}, ends.sourceY, ends.targetY)
  const [path, x, y] = getSmoothStepPath({
    ...ends,
    sourcePosition: Position.Bottom,
    targetPosition: Position.Top,
    borderRadius: 14,
    ...(centerY !== undefined && { centerY }),
  })
  const isSideways = Math.abs(ends.sourceX - ends.targetX) > 40
  const labelX = isSideways ? (ends.sourceX + ends.targetX) / 2 : x
  const labelY = isSideways ? (centerY ?? y) : y + (data?.exit ? NAME / 2 : 0)
  // From afar only the chosen one has tools, as large as they are near.
  const scale = useStore(({ transform }) => (isFar && selected ? 1 / transform[2] : 1))
  const hasTools = isFar ? selected && !isReadOnly : !isReadOnly || mark?.badge
  return (
    <>
      <BaseEdge
        path={path}
        interactionWidth={isFar ? 48 : 16}
        style={{
          stroke: mark ? MARK_COLORS[mark.tone] : selected ? 'var(--mantine-color-iris-5)' : 'var(--edge)',
          strokeWidth: mark || (isFar && selected) ? 2.4 * scale : 1.6,
          ...(mark?.tone === 'removed' && { strokeDasharray: '5 4' }),
        }}
      />
      {hasTools && (
        <EdgeLabelRenderer>
          <div
            className={`${css.linkLabel} nodrag nopan`}
            style={{ transform: `translate(-50%, -50%) translate(${labelX}px, ${labelY}px) scale(${scale})` }}
          >
            {!isFar && mark?.badge && (
              <span className={css.badge} title={mark.title}>
                {mark.badge}
              </span>
            )}
            {!isReadOnly && <LinkTools id={id} hasExit={data?.exit !== undefined} isSelected={selected === true} />}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  )
})
