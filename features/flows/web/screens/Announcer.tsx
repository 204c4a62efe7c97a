import { plural } from '@millrace/kit/web'
import { useEffect, useRef, useState } from 'react'
import type { FlowDocument } from '../canvas/document.ts'
import css from './flow.module.css'

const missing = (from: Record<string, unknown>, to: Record<string, unknown>) =>
  Object.keys(from).filter((key) => !(key in to)).length

const wordsFor = (before: FlowDocument, after: FlowDocument): string =>
  [
    [missing(after.steps, before.steps), 'step', 'added'] as const,
    [missing(before.steps, after.steps), 'step', 'deleted'] as const,
    [missing(after.links, before.links), 'link', 'made'] as const,
    [missing(before.links, after.links), 'link', 'deleted'] as const,
  ]
    .filter(([number]) => number > 0)
    .map(([number, what, done]) => `${plural(number, what)} ${done}`)
    .join(', ')

/** Tells screen readers what changed on the canvas, by this member or by others. */
export const Announcer = ({ document }: { document: FlowDocument }) => {
  const before = useRef<FlowDocument>(undefined)
  const [words, setWords] = useState('')
  useEffect(() => {
    const said = before.current && Object.keys(before.current.steps).length ? wordsFor(before.current, document) : ''
    before.current = document
    if (said) setWords(said)
  }, [document])
  return (
    <div role="status" aria-live="polite" className={css.unseen}>
      {words}
    </div>
  )
}
