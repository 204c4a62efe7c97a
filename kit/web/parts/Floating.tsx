import { Notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { answerAsked, useAsked } from './askFirst.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { returnFocus } from './returnFocus.ts'

const Asking = () => {
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
      // The press that asked would answer, too: the dialog hears it once it stands.
      closeOnEscape={false}
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
