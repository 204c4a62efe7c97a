import { askFirst } from '@millrace/kit/web'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { StepPart } from '../canvas/document.ts'
import { sameValue } from '../canvas/sameValue.ts'

/** What the drawer edits. */
export type StepValues = Pick<StepPart, 'values' | 'title'>

/** What could not be saved. */
export type Refused = StepValues & { isTheirs: boolean; why: string }

/** Asks before edits that are not saved are given up. */
export const askToDiscard = (): Promise<boolean> =>
  askFirst({
    title: 'Discard your changes?',
    children: 'What you changed about this step is not saved yet.',
    confirm: 'Discard',
    danger: true,
  })

/**
 * A step as the drawer edits it, beside the step as it stands. What others change meanwhile is taken over where nothing was
 * typed; where something was, both are kept until the member says which counts. `refused` is what could not be saved, because
 * of such a change (`isTheirs`) or for another reason (`why`): it stays typed, to be saved again.
 */
export const useStepDraft = (step: StepPart, refused: Refused | undefined, onSettled: () => void) => {
  const stands: StepValues = { values: step.values, title: step.title ?? null }
  const [draft, setDraft] = useState<StepValues>(stands)
  const [base, setBase] = useState<StepValues>(stands)
  // Forms may keep what was typed for themselves: a new number builds them anew.
  const [form, setForm] = useState(0)
  const take = (next: StepValues) => {
    setDraft(next)
    setBase(next)
    setForm((number) => number + 1)
  }
  const [seen, setSeen] = useState(stands)
  if (!sameValue(seen, stands)) {
    setSeen(stands)
    if (sameValue(draft, stands)) setBase(stands)
    else if (!refused && sameValue(draft, base)) take(stands)
  }
  const [wasRefused, setRefused] = useState<object>()
  if (refused && refused !== wasRefused) {
    setRefused(refused)
    setDraft({ values: refused.values, title: refused.title ?? null })
    if (!refused.isTheirs) setBase(stands)
    setForm((number) => number + 1)
  }
  const isChanged = !sameValue(draft, stands)
  const isClash = isChanged && (refused?.isTheirs || !sameValue(base.values, step.values))
  const dirty = useRef(isChanged)
  dirty.current = isChanged
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const isSame = current.pathname === next.pathname
      const [from, to] = [current.search as { step?: unknown }, next.search as { step?: unknown }]
      if (!dirty.current || (isSame && from.step === to.step)) return false
      return !(await askToDiscard())
    },
    enableBeforeUnload: () => dirty.current,
  })
  useEffect(() => {
    if (refused && !isChanged) onSettled()
  }, [refused, isChanged, onSettled])
  return {
    ...draft,
    form,
    isChanged,
    isClash,
    /** Why what stands here is not saved, where nobody else is the reason. */
    failure: isChanged && !isClash ? refused?.why : undefined,
    change: (changes: Partial<StepValues>) => setDraft((old) => ({ ...old, ...changes })),
    changeValues: (values: Record<string, unknown>) =>
      setDraft((old) => ({ ...old, values: { ...old.values, ...values } })),
    keepMine: () => {
      setBase(stands)
      onSettled()
    },
    takeTheirs: () => {
      take(stands)
      onSettled()
    },
  }
}
