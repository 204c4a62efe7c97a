import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath, Position, useStore } from '@xyflow/react'
import { memo } from 'react'
import { useCanvas, useMark } from './CanvasContext.ts'

import css from './canvas.module.css'
import { LinkTools } from './LinkTools.tsx'
import type { MarkTone } from './overlay.ts'

const isFar = (state: { transform: [number, number, number] }) => state.transform[2] < 0.35
const TONES: Record<string, string> = { yes: 'yes', happened: 'yes', no: 'no', 'timed out': 'no' }
const MARKS: Record<MarkTone, string> = {
  added: 'var(--c-goal)',
  removed: 'var(--neg)',
  changed: 'var(--c-trigger)',
  path: 'var(--mantine-color-iris-5)',
  wrong: 'var(--neg)',
  faint: 'color-mix(in srgb, var(--edge) 45%, transparent)',
}
const capital = (text: string) => text.replace(/^\w/, (letter) => letter.toUpperCase())

/** A link with its exit's name and the button that puts a step into it. */
export const StepLink = memo(function StepLink({
  id,
  data,
  selected,
  ...ends
}: EdgeProps & { data?: { exit?: string } }) {
  const isLow = useStore(isFar)
  const { isReadOnly } = useCanvas()
  const mark = useMark(id)
  const [path, x, y] = getSmoothStepPath({
    ...ends,
    sourcePosition: Position.Bottom,
    targetPosition: Position.Top,
    borderRadius: 14,
  })
  const isSideways = Math.abs(ends.sourceX - ends.targetX) > 40
  const labelX = isSideways ? (ends.sourceX + ends.targetX) / 2 : x
  return (
    <>
      <BaseEdge
        path={path}
        interactionWidth={16}
        style={{
          stroke: mark ? MARKS[mark.tone] : selected ? 'var(--mantine-color-iris-5)' : 'var(--edge)',
          strokeWidth: mark ? 2.4 : 1.6,
          ...(mark?.tone === 'removed' && { strokeDasharray: '5 4' }),
        }}
      />
      {!isLow && (
        <EdgeLabelRenderer>
          <div
            className={`${css.linkLabel} nodrag nopan`}
            style={{ transform: `translate(-50%, -50%) translate(${labelX}px, ${y}px)` }}
          >
            {data?.exit && (
              <span className={css.exit} data-tone={TONES[data.exit]}>
                {capital(data.exit)}
              </span>
            )}
            {mark?.badge && (
              <span className={css.exit} title={mark.title}>
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
