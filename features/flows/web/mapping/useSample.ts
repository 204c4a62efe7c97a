import { askFor, useCall } from '@millrace/kit/web'
import { useMemo, useState } from 'react'
import { flowsContract as calls, pathsIn } from '../../contract/index.ts'

/** Something that came, from which parts are chosen: where they stand, and what stood there. */
export type Sample = {
  paths: { path: string; sample: string }[]
  isLoading: boolean
  /** Takes what came last for the sample. */
  refresh(): void
  /** Reads the sample again, which something else has changed. */
  reload(): void
}

/** What a step gave or got last. A step that is not saved yet has none. */
export const useSample = (stepId: number | undefined): Sample => {
  const [isLoading, setLoading] = useState(false)
  const params = { id: stepId ?? 0 }
  const { data, refetch } = useCall(calls.getStep, { params, query: {} }, { enabled: stepId !== undefined, staleMs: 0 })
  const values = data?.step.outputFields.values
  const paths = useMemo(() => pathsIn(values ?? {}), [values])
  const refresh = async () => {
    if (stepId === undefined) throw new Error("Can't refresh step without ID.")
    setLoading(true)
    // What fails here shows where the sample is read again.
    await askFor(calls.getStep, { params, query: { refresh: 'true' } }).catch(() => {})
    await refetch()
    setLoading(false)
  }
  return { paths, isLoading, refresh: () => void refresh(), reload: () => void refetch() }
}
