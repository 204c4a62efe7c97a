import { sentenceOf } from '@millrace/kit/web'
import { useState } from 'react'

/** Saves a step once at a time; says what went wrong. */
export const useStepSave = (save: () => Promise<unknown>, onSaved: () => void) => {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await save()
      onSaved()
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, run: () => void run() }
}
