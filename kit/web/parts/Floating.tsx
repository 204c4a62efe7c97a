import { Notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { answerAsked, isAsked, useAsked } from './askFirst.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { returnFocus } from './returnFocus.ts'

/** Escape is the question's, whatever it was asked over: dialogs below it hear nothing of it. */
const refuseByEscape = () => {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isAsked()) return
    event.stopImmediatePropagation()
    answerAsked(false)
  }
  window.addEventListener('keydown', onKey, { capture: true })
  return () => window.removeEventListener('keydown', onKey, { capture: true })
}

const Asking = () => {
  useEffect(refuseByEscape, [])
  const now = useAsked()
  const [last, setLast] = useState(now)
  // Kept while the dialog fades, so that its words do not vanish before it.
  if (now && now !== last) setLast(now)
  if (!last) return null
  return (
    <ConfirmDialog
      {...last}
      opened={now !== undefined}
      onClose={() => answerAsked(false)}
      onConfirm={() => answerAsked(true)}
    />
  )
}

/** What floats over every page: notices and questions. A chunk of its own, fetched after the first paint. */
export default function Floating() {
  useEffect(returnFocus, [])
  return (
    <>
      <Notifications position="bottom-right" limit={4} zIndex={600} />
      <Asking />
    </>
  )
}
