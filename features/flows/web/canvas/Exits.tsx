import { IconPlus } from '@tabler/icons-react'
import { Handle, Position, useUpdateNodeInternals } from '@xyflow/react'
import { Fragment, useEffect, useRef } from 'react'
import { useCanvas } from './CanvasContext.ts'
import css from './exits.module.css'
import { nameOf, shareOf } from './ways.ts'

const TONES: Record<string, string> = { yes: 'yes', happened: 'yes', no: 'no', 'timed out': 'no' }
const capital = (text: string) => text.replace(/^\w/, (letter) => letter.toUpperCase())

/** Places of exits from afar, where nothing of them is seen: links still leave there. */
const Places = ({ ways }: { ways: readonly string[] }) =>
  ways.map((way, index) => (
    <i
      key={way}
      className={`source ${css.place}`}
      style={{ left: `${100 * shareOf(index, ways.length)}%` }}
      data-handlepos={Position.Bottom}
      {...(way && { 'data-handleid': way })}
    />
  ))

/** The places where links end and leave, for a step that is seen from afar. */
export const FarPoints = ({ isTarget, ways }: { isTarget: boolean; ways: readonly string[] }) => (
  <>
    {isTarget && <i className={`target ${css.place} ${css.above}`} data-handlepos={Position.Top} />}
    <Places ways={ways} />
  </>
)

type PointProps = { id: string; type: 'source' | 'target'; way?: string; isLive: boolean; left?: string }

/**
 * Where links leave or end. Where no link can be drawn from, it is a mere place that is measured: a live one listens to
 * whatever happens on the canvas.
 */
export const Point = ({ id, type, way = '', isLive, left }: PointProps) => {
  const position = type === 'source' ? Position.Bottom : Position.Top
  const style = left === undefined ? undefined : { left }
  if (isLive)
    return <Handle type={type} position={position} className={css.handle} style={style} {...(way && { id: way })} />
  return (
    <div
      className={`react-flow__handle react-flow__handle-${position} ${type} ${css.handle}`}
      style={style}
      data-nodeid={id}
      data-handlepos={position}
      {...(way && { 'data-handleid': way })}
    />
  )
}

type Props = {
  id: string
  ways: readonly string[]
  /** How many of them, the last ones, the step does not have any more. */
  lost: number
  /** Those that lead somewhere. */
  taken: readonly string[]
}

const WayName = ({ way, isLost, isLow }: { way: string; isLost: boolean; isLow: boolean }) => (
  <span
    className={css.exit}
    data-tone={isLost ? 'lost' : TONES[way]}
    data-low={isLow || undefined}
    title={isLost ? 'This step has no such exit any more' : capital(way)}
  >
    {capital(way)}
  </span>
)

/** The ways out of a step: a handle for each with its name, and where nothing follows the button that adds a step. */
export const Exits = ({ id, ways, lost, taken }: Props) => {
  const { addAfter, isReadOnly } = useCanvas()
  const measure = useUpdateNodeInternals()
  const names = ways.join('\n')
  const measured = useRef(names)
  useEffect(() => {
    if (measured.current !== names) measure(id)
    measured.current = names
  }, [id, measure, names])
  return ways.map((way, index) => {
    const left = `${100 * shareOf(index, ways.length)}%`
    const { isLower, share } = nameOf(index, ways.length)
    const isFree = !taken.includes(way) && index < ways.length - lost
    return (
      <Fragment key={way}>
        <Point id={id} type="source" way={way} isLive={!isReadOnly} left={left} />
        {(way || isFree) && (
          <div className={css.way} style={{ left, width: `${100 * share}%` }}>
            {way && <WayName way={way} isLost={index >= ways.length - lost} isLow={isLower} />}
            {isFree && !isReadOnly && (
              <button
                type="button"
                className={`${css.tail} nodrag nopan`}
                onClick={() => addAfter(id, way || undefined)}
              >
                <IconPlus size={14} stroke={2.2} aria-label={way ? `Add step after ${way}` : 'Add step'} />
              </button>
            )}
          </div>
        )}
      </Fragment>
    )
  })
}
