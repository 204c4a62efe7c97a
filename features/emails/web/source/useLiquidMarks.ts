import { use, useMemo } from 'react'
import { CheckedContext } from '../editor/CheckedContext.ts'
import type { CodeMark } from './CodeField.tsx'

/** Liquid of the body that cannot be processed, by line. */
export const useLiquidMarks = (): CodeMark[] => {
  const checked = use(CheckedContext)
  return useMemo(
    () =>
      (checked?.warnings ?? []).flatMap(({ kind, where, line, column, message }) =>
        kind === 'liquid' && where === 'body' && line ? [{ line, column: column ?? 1, message }] : [],
      ),
    [checked],
  )
}
