import { arrivedOf, deliveryContract, sentOf } from '@millrace/delivery/contract'
import { count, keyOf, share, useCall, useMay } from '@millrace/kit/web'
import { peopleContract } from '@millrace/people/contract'
import { segmentsContract } from '@millrace/segments/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { flowsContract as calls, type Flow, type FlowLife, type Names, OF_PEOPLE } from '../../contract/index.ts'
import type { CanvasStore } from '../canvas/store.ts'
import type { Known } from '../canvas/toNodes.ts'
import { useFlowState } from '../health/useFlowState.ts'
import { useKindNames } from '../kind/useKindNames.ts'
import { useEmailNames } from '../list/useEmailNames.ts'

/** This tab, as others see it. */
const TAB = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
const NOBODY: FlowLife['present'] = []
const NOTHING = { entered: 0, queued: 0, failed: 0 }

/** Names of what steps point at. */
const useNames = (flow: Flow): Names => {
  const mayPeople = useMay('people:read')
  const emails = useEmailNames(useMemo(() => Object.values(flow.steps), [flow.steps]))
  const enabled = mayPeople && flow.objectType === OF_PEOPLE
  const { data: segments } = useCall(segmentsContract.listSegments, { query: {} }, { enabled })
  const { data: fields } = useCall(peopleContract.listFields, {}, { enabled })
  const ofKind = useKindNames(flow.objectType)
  return useMemo(
    () => ({
      emails,
      segments: Object.fromEntries((segments?.segments ?? []).map(({ id, name }) => [id, name])),
      fields: Object.fromEntries((fields?.fields ?? []).map(({ name, title }) => [name, title])),
      ...ofKind,
      goals: Object.fromEntries(
        Object.values(flow.steps)
          .filter(({ operationKey }) => operationKey === '/goal')
          .map(({ id, inputFields }) => [id, String(inputFields.values.name ?? '')]),
      ),
    }),
    [emails, segments, fields, ofKind, flow.steps],
  )
}

/** Live figures of mail, by step id; only where steps send and the member may see metrics. */
const useMailFigures = (flow: Flow, isReadOnly: boolean) => {
  const stepId = Object.values(flow.steps)
    .filter(({ operationKey, inputFields }) => operationKey === '/send' && inputFields.values.emailId)
    .map(({ id }) => id)
  const mayMetrics = useMay('emailMetrics:read')
  const { data } = useCall(
    deliveryContract.emailStats,
    { query: { period: 'allTime', stepId } },
    { enabled: mayMetrics && !isReadOnly && stepId.length > 0, everyMs: 3_000, staleMs: 0 },
  )
  return data?.stats
}

/** What the canvas knows of its steps: names, people, problems, how mails and messages do. Figures are asked for every two seconds. */
export const useKnown = (
  flow: Flow,
  store: CanvasStore,
  isReadOnly: boolean,
  stepId: number | undefined,
): Known & {
  present: FlowLife['present']
  problems: readonly { stepId: number | null; field: string | null; message: string }[]
} => {
  const names = useNames(flow)
  const stats = useMailFigures(flow, isReadOnly)
  const { data: counts } = useCall(
    calls.getFlowPeopleCounts,
    { params: { id: flow.id }, query: { client: TAB, ...(stepId !== undefined && { stepId }) } },
    { everyMs: 2_000, staleMs: 0, keepPrevious: true },
  )
  const cache = useQueryClient()
  const revision = counts?.integration.revision
  useEffect(() => {
    // Others edited: read it again, unless something of ours is still on its way; then the store asks for it afterwards.
    if (revision !== undefined && revision > store.revision() && !store.state().pending)
      void cache.invalidateQueries({ queryKey: keyOf(calls.getFlow, { params: { id: flow.id } }) })
  }, [cache, flow.id, revision, store])
  const { data: found } = useCall(calls.getFlowProblems, { params: { id: flow.id }, query: { aside: 'true' } })
  const { troubles } = useFlowState(flow.id, true)
  return useMemo(() => {
    const problems = found?.problems ?? []
    const idOf = (key: string) => store.idOf(key)
    return {
      names,
      problems,
      present: counts?.integration.present ?? NOBODY,
      figures: (key) => {
        const step = counts?.integration.steps[String(idOf(key))] ?? flow.steps[String(idOf(key))]
        return step ? { ...step.data.peopleCounts, failed: step.data.failed } : NOTHING
      },
      problem: (key) => {
        const id = idOf(key)
        if (id === undefined) return undefined
        const failing = troubles.find(({ code, stepId }) => code === 'step-failing' && stepId === id)
        if (failing) return `Fails for everybody: ${failing.reason}`
        return problems.find(({ stepId }) => stepId === id)?.message
      },
      said: (key): Record<string, string> | undefined => {
        const id = idOf(key)
        const messages = counts?.integration.steps[String(id)]?.data.messages
        if (messages)
          return {
            Messages: count(messages.made),
            Seen: share(messages.seen, messages.made),
            Clicked: share(messages.clicked, messages.seen),
          }
        const figures = stats?.find(({ stepId }) => stepId === id)
        if (!figures || !sentOf(figures)) return undefined
        const arrived = arrivedOf(figures)
        return {
          Delivered: share(arrived, sentOf(figures)),
          Opened: share(figures.opened, arrived),
          Clicked: share(figures.clicked, arrived),
        }
      },
    }
  }, [names, stats, counts, found, flow.steps, store, troubles])
}
