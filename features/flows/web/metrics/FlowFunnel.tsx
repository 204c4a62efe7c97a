import { Select } from '@mantine/core'
import type { metricsDays } from '@millrace/kit/web'
import {
  ErrorPanel,
  Funnel,
  type FunnelStage,
  IconTile,
  MetricsSection,
  plural,
  Skeleton,
  useCall,
} from '@millrace/kit/web'
import { useMemo, useState } from 'react'
import { flowsContract as calls, type FunnelStep, stepTypeOf, summaryOf } from '../../contract/index.ts'
import { StepIcon } from '../canvas/stepIcon.tsx'
import { useNames } from '../list/useListedFlows.ts'
import css from './metrics.module.css'

type Props = { flowId: number; days: ReturnType<typeof metricsDays> }

const useStages = (flowId: number, path: readonly FunnelStep[] | undefined): FunnelStage[] => {
  const { data } = useCall(calls.getFlow, { params: { id: flowId } })
  const steps = useMemo(() => Object.values(data?.integration.steps ?? {}), [data])
  const names = useNames(steps)
  return (path ?? []).map(({ id, preview, entered, reachedGoal, queued, failed, exit }) => {
    const step = data?.integration.steps[id]
    const type = step && stepTypeOf(step)
    const { title, text } = step ? summaryOf(step, names) : { title: preview, text: '' }
    const kind = type?.kind ?? 'action'
    const aside = [queued > 0 && `${plural(queued, 'person', 'people')} here now`, failed > 0 && `${failed} failed`]
    return {
      id,
      label: title,
      note: [exit && `“${exit}”`, text].filter(Boolean).join(' · ') || undefined,
      icon: (
        <IconTile meaning={kind} size={28}>
          <StepIcon name={type?.icon ?? 'help'} size={16} />
        </IconTile>
      ),
      value: reachedGoal ?? entered,
      color: kind === 'goal' ? 'var(--c-goal)' : undefined,
      aside: aside.some(Boolean) && <small>{aside.filter(Boolean).join(', ')}</small>,
    }
  })
}

/** How many came to each step on one way through a flow. */
export default function FlowFunnel({ flowId, days }: Props) {
  const [to, setTo] = useState<string | null>(null)
  const query = { ...days, ...(to && { to: Number(to) }) }
  const { data, error, refetch } = useCall(
    calls.getFlowFunnel,
    { params: { id: flowId }, query },
    { keepPrevious: true, staleMs: 5_000 },
  )
  const stages = useStages(flowId, data?.path)
  const goals = data?.goals ?? []
  return (
    <MetricsSection
      title="Along the path"
      hint="How often people came to each step in these days."
      choices={
        goals.length > 1 && (
          <Select
            size="xs"
            w={200}
            aria-label="Goal that the path leads to"
            data={goals.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={to ?? String(data?.path.at(-1)?.id ?? '')}
            onChange={setTo}
            allowDeselect={false}
          />
        )
      }
    >
      {error && !data && (
        <ErrorPanel title="Error while retrieving step metrics." error={error} onRetry={() => void refetch()} />
      )}
      {!error && !data && <Skeleton height={180} width="100%" />}
      {data && stages.length > 0 && <Funnel label="Along the path" stages={stages} />}
      {data && stages.length === 0 && <p className={css.foot}>Nothing starts this flow yet, so there is no path.</p>}
    </MetricsSection>
  )
}
