import { type FlowRow, type Names, stepTypeOf, summaryOf } from '../../contract/index.ts'
import { StepIcon } from '../canvas/stepIcon.tsx'
import { useKindNames } from '../kind/useKindNames.ts'

/** What starts a flow, in words with the names of what it is about. */
export default function TriggerWords({ flow, names }: { flow: FlowRow; names: Names }) {
  const ofKind = useKindNames(flow.objectType)
  const [first, ...others] = flow.triggers
  if (!first) return null
  const { text, title } = summaryOf(first, { ...names, ...ofKind })
  return (
    <>
      <StepIcon name={stepTypeOf(first)?.icon ?? 'bolt'} size={13} />
      {text || title}
      {others.length > 0 && ` and ${others.length} more`}
    </>
  )
}
