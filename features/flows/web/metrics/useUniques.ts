import { askFor, queryOf } from '@millrace/kit/web'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flowsContract as calls } from '../../contract/index.ts'

/** Flows that are asked about at once. */
const CHUNK = 50
const OFTEN = 1_000

/** The days and flows whose people are counted. */
export type UniquesOf = { flowIds: readonly number[]; startDate: string; endDate: string; timezone: string }

type Counts = { peopleEnteredFlow: number; peopleReachedGoal: number }

const chunksOf = (ids: readonly number[]) =>
  Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, at) => ids.slice(at * CHUNK, (at + 1) * CHUNK))

/** Different people per flow: what was counted last, asked for again while it is being counted. */
export const useUniques = (of: UniquesOf | undefined) => {
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const inputs = chunksOf(of?.flowIds ?? []).map((flowIds) => ({
    query: { ...of, flowIds, period: 'custom' as const },
  }))
  const answer = useQueries({
    queries: inputs.map((input) => ({
      ...queryOf(calls.countFlowsUniquePeople, input, { staleMs: 0 }),
      refetchInterval: ({ state }: { state: { data?: { pending: boolean } | undefined } }) =>
        state.data?.pending ? OFTEN : (false as const),
    })),
    combine: (answers) => ({
      of: Object.assign({}, ...answers.map(({ data }) => data?.metrics)) as Record<string, Counts | undefined>,
      isPending: answers.some(({ data, isLoading }) => data?.pending || isLoading),
      since: answers.flatMap(({ data }) => data?.computeStartTime ?? []).toSorted()[0],
    }),
  })
  const refresh = async () => {
    setAsked(true)
    await Promise.allSettled(
      inputs.map(({ query }) => askFor(calls.countFlowsUniquePeople, { query: { ...query, forceRefresh: 'true' } })),
    )
    await client.invalidateQueries({ queryKey: [calls.countFlowsUniquePeople.path] })
    setAsked(false)
  }
  return { ...answer, isPending: answer.isPending || isAsked, refresh }
}
