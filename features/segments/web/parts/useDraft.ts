import { askFirst } from '@millrace/kit/web'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { type Conditions, noConditions, type Segment, saySame } from '../../contract/index.ts'

/** A segment while it is edited. */
export type Draft = { name: string; color: string | null; conditions: Conditions }

const EMPTY: Draft = { name: '', color: '#5a55db', conditions: noConditions() }

const draftOf = ({ name, color, conditions }: Segment): Draft => ({ name, color, conditions })

const isSame = (a: Draft, b: Draft) => a.name === b.name && a.color === b.color && saySame(a.conditions, b.conditions)

const askToLeave = () =>
  askFirst({
    title: 'Leave without saving?',
    children: 'The changes to this segment are lost.',
    confirm: 'Leave',
    danger: true,
  })

/** The segment as it is being edited. Leaving while it differs from the saved one asks first. */
export const useDraft = (saved: Segment | undefined, from: Draft = EMPTY) => {
  const [base, setBase] = useState(() => (saved ? draftOf(saved) : EMPTY))
  const [draft, setDraft] = useState(() => (saved ? draftOf(saved) : from))
  const isDirty = !isSame(base, draft)
  useBlocker({
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await askToLeave()),
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  })
  return {
    draft,
    isDirty,
    change: (part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part })),
    discard: () => setDraft(base),
    /** What is on the server now. */
    settle: (segment: Segment) => {
      const next = draftOf(segment)
      setBase(next)
      setDraft((now) => ({
        ...next,
        conditions: saySame(now.conditions, next.conditions) ? now.conditions : next.conditions,
      }))
    },
  }
}
