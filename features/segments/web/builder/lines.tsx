import { ColorDot, TokenMenu, TokenWord } from '@millrace/kit/web'
import { useId } from 'react'
import type { FieldCondition, GoalCondition, SegmentCondition, TagCondition } from '../../contract/index.ts'
import { useFieldChoices, useGoals, useOtherSegments, useTags } from '../sources.ts'
import { Comparison } from './Comparison.tsx'

/** Beside words a dot needs a line of its own height. */
const dot = (color: string | null) => (
  <span style={{ display: 'inline-flex', verticalAlign: 'middle', marginRight: 2 }}>
    <ColorDot color={color} />
  </span>
)

type LineProps<C> = { condition: C; onChange: (next: C) => void; isWrong: boolean }

/** `Plan` `is` `Trial` */
export const FieldLine = ({ condition, onChange, isWrong }: LineProps<FieldCondition>) => {
  const fields = useFieldChoices()
  const field = fields.find(({ name }) => name === condition.field)
  const choose = (name: string) => {
    const kind = fields.find((one) => one.name === name)?.kind ?? 'any'
    if (kind === (field?.kind ?? (condition.field ? 'any' : undefined)))
      onChange({ ...condition, field: name, value: undefined })
    else onChange({ ...condition, field: name, condition: kind === 'date' ? 'after period' : 'is', value: undefined })
  }
  return (
    <>
      <TokenMenu
        label="Field"
        placeholder="Choose a field"
        options={fields.map(({ name, title }) => ({
          value: name,
          label: title,
          note: title === name ? undefined : name,
        }))}
        value={condition.field || undefined}
        onChange={choose}
        search
        width={280}
        invalid={isWrong && !condition.field}
      />
      {condition.field && (
        <Comparison
          label={field?.title ?? condition.field}
          kind={field?.kind ?? 'any'}
          compared={condition}
          onChange={(next) => onChange({ ...condition, ...next })}
          values={field?.values ?? []}
          field={condition.field}
          isWrong={isWrong}
        />
      )}
    </>
  )
}

const HAS_TAG = [
  { value: 'has', label: 'has tag' },
  { value: 'has not', label: 'does not have tag' },
]

/** `has tag` `webinar-q4` */
export const TagLine = ({ condition, onChange, isWrong }: LineProps<TagCondition>) => {
  const tags = useTags()
  const options = tags.map(({ tag, color }) => ({ value: tag, label: tag, icon: dot(color) }))
  const known = options.find(({ value }) => value.toLowerCase() === condition.value.toLowerCase())
  return (
    <>
      <TokenMenu
        ghost
        label="Has or has not"
        options={HAS_TAG}
        value={condition.condition}
        onChange={(next) => onChange({ ...condition, condition: next as TagCondition['condition'] })}
        width={180}
      />
      <TokenMenu
        label="Tag"
        placeholder="Choose a tag"
        options={options}
        value={known?.value ?? (condition.value || undefined)}
        onChange={(value) => onChange({ ...condition, value })}
        search
        create={(text) => `Use “${text}”`}
        none="No tags yet"
        invalid={isWrong && !condition.value}
      />
    </>
  )
}

const IN_SEGMENT = [
  { value: 'in', label: 'is in segment' },
  { value: 'not in', label: 'is not in segment' },
]

type SegmentLineProps = LineProps<SegmentCondition> & { ownId?: number | undefined }

/** `is not in segment` `Agency accounts` */
export const SegmentLine = ({ condition, onChange, isWrong, ownId }: SegmentLineProps) => {
  const segments = useOtherSegments(condition.value, ownId)
  const chosen = segments?.find(({ id }) => id === condition.value)
  return (
    <>
      <TokenMenu
        ghost
        label="In or not in"
        options={IN_SEGMENT}
        value={condition.condition}
        onChange={(next) => onChange({ ...condition, condition: next as SegmentCondition['condition'] })}
        width={180}
      />
      <TokenMenu
        label="Segment"
        placeholder={segments ? 'Choose a segment' : '…'}
        options={(segments ?? []).map(({ id, name, color, count, building }) => ({
          value: String(id),
          label: name,
          icon: dot(color),
          note: building ? '…' : count.toLocaleString('en-US'),
        }))}
        value={segments && condition.value ? String(condition.value) : undefined}
        onChange={(value) => onChange({ ...condition, value: Number(value) })}
        width={280}
        none="No other segments"
        invalid={isWrong && !condition.value}
      />
      {chosen?.building && <TokenWord>which is still being built</TokenWord>}
    </>
  )
}

const REACHED = [
  { value: 'in', label: 'has reached goal' },
  { value: 'not in', label: 'has not reached goal' },
]

/** `has not reached goal` `Activated` in `Trial onboarding` */
export const GoalLine = ({ condition, onChange, isWrong }: LineProps<GoalCondition>) => {
  const goals = useGoals()
  const chosen = goals.find(({ stepId }) => stepId === condition.value)
  const id = useId()
  return (
    <>
      <TokenMenu
        ghost
        label="Reached or not"
        options={REACHED}
        value={condition.condition}
        onChange={(next) => onChange({ ...condition, condition: next as GoalCondition['condition'] })}
        width={200}
      />
      <TokenMenu
        label="Goal"
        placeholder="Choose a goal"
        options={goals.map(({ stepId, name, flowName }) => ({ value: String(stepId), label: name, group: flowName }))}
        value={condition.value ? String(condition.value) : undefined}
        onChange={(value) => onChange({ ...condition, value: Number(value) })}
        none="No flow has a goal yet"
        invalid={isWrong && !condition.value}
      />
      {chosen && <TokenWord key={id}>in {chosen.flowName}</TokenWord>}
    </>
  )
}
