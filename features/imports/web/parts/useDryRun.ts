import { useCall, useMutate } from '@millrace/kit/web'
import { useEffect, useRef, useState } from 'react'
import { cancelImportCheck, checkImport, getImportCheck } from '../../contract/calls.ts'
import type { Preview } from '../../contract/import.ts'
import type { Draft } from './draft.ts'
import { newImportBody } from './newImportBody.ts'
import { isOpen } from './words.ts'

/** How often a running dry run is looked at. */
const EVERY_MS = 400

/** Tries an import as it is put together now: begins by itself, and anew when anything was changed. */
export const useDryRun = (file: string, preview: Preview, draft: Draft, change: (changes: Partial<Draft>) => void) => {
  const body = newImportBody(file, preview, draft)
  const subject = JSON.stringify(body)
  const id = draft.checkOf === subject ? draft.checkId : undefined
  const begun = useRef<string>(undefined)
  const [isMoving, setMoving] = useState(true)
  const begin = useMutate(checkImport, { onError: true, onDone: ({ id }) => change({ checkId: id, checkOf: subject }) })
  const stop = useMutate(cancelImportCheck, { invalidates: [getImportCheck] })
  const options = { enabled: id !== undefined, staleMs: 0, everyMs: isMoving ? EVERY_MS : (false as const) }
  const { data, error } = useCall(getImportCheck, { params: { id: id ?? 0 } }, options)
  const isRunning = data ? isOpen(data.check) : true
  useEffect(() => setMoving(isRunning), [isRunning])
  const start = () => {
    begun.current = subject
    begin.mutate({ body })
  }
  useEffect(() => {
    if (id === undefined && begun.current !== subject) start()
  })
  return {
    id,
    found: id === undefined ? undefined : data,
    error: begin.error ?? error ?? undefined,
    again: start,
    stop: () => id !== undefined && stop.mutate({ params: { id } }),
  }
}

export type DryRun = ReturnType<typeof useDryRun>
