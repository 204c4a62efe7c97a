import { accountsContract } from '@millrace/accounts/contract'
import type { Input } from '@millrace/kit/contract'
import { queryOf, useCall, useEndless, useMay } from '@millrace/kit/web'
import { segmentsContract } from '@millrace/segments/contract'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { flowsContract as calls, type FlowGoalMetrics, type Names } from '../../contract/index.ts'
import type { ListedFlow } from './flowColumns.tsx'
import { useEmailNames } from './useEmailNames.ts'

/** Flows of a page; figures are asked for as many at a time. */
const PER_PAGE = 50

/** Of accounts with more people than so many, figures are of fewer days. */
const MANY_PEOPLE = 10_000

/** Of how many days figures are: those that were chosen, else a week in large accounts and a month in others. */
export const useDays = (chosen: number | undefined): number => {
  const { data: account } = useCall(accountsContract.accountInfo, {}, { enabled: chosen === undefined })
  return chosen ?? ((account?.peopleCount ?? 0) > MANY_PEOPLE ? 7 : 30)
}

/** Names of the emails that steps name, and of segments, for steps in words. */
export const useNames = (steps: Parameters<typeof useEmailNames>[0]): Names => {
  const emails = useEmailNames(steps)
  const { data: segments } = useCall(segmentsContract.listSegments, { query: {} }, { enabled: useMay('people:read') })
  return useMemo(
    () => ({
      emails,
      segments: Object.fromEntries((segments?.segments ?? []).map(({ id, name }) => [id, name])),
    }),
    [emails, segments],
  )
}

type Asked = NonNullable<Input<typeof calls.listFlows>['query']>

/** Flows page by page, each with its figures of the last days as they come in. */
export const useListedFlows = (query: Asked, days: number) => {
  const { pages, ...list } = useEndless(calls.listFlows, { query: { ...query, limit: PER_PAGE } })
  const triggers = useMemo(
    () => (pages ?? []).flatMap(({ integrations }) => integrations.flatMap((flow) => flow.triggers)),
    [pages],
  )
  const names = useNames(triggers)
  const metrics = useQueries({
    queries: (pages ?? []).map(({ integrations }) =>
      queryOf(
        calls.countFlowsPeople,
        { query: { days, flowIds: integrations.map(({ id }) => id) } },
        { staleMs: 5_000, enabled: integrations.length > 0, keepPrevious: true },
      ),
    ),
    combine: (answers): Record<string, FlowGoalMetrics> =>
      Object.assign({}, ...answers.map(({ data }) => data?.metrics)),
  })
  const flows = pages?.flatMap((page) =>
    page.integrations.map((flow): ListedFlow => ({ ...flow, metrics: metrics[flow.id], names })),
  )
  return { ...list, flows }
}
