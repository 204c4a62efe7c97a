import { NumberInput } from '@mantine/core'
import { Hint, type PanelProps } from '../../web/inspector/index.ts'

/** Settings of "Lead score". */
export default function LeadScorePanel({ values, change, problemOf }: PanelProps) {
  return (
    <>
      <NumberInput
        label="Points"
        description="Negative points lower the score."
        value={(values.points as number) ?? ''}
        onChange={(points) => change({ points: points === '' ? undefined : Number(points) })}
        error={problemOf('points')}
      />
      <Hint>The score is the field “Lead score”; use it in conditions and segments.</Hint>
    </>
  )
}
