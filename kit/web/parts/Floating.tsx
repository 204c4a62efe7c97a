import { Notifications } from '@mantine/notifications'
import { useState } from 'react'
import { answerAsked, useAsked } from './askFirst.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

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
      onConfirm={() => answerAsked(true)}
    />
  )
}

/** What floats over every page: notices and questions. A chunk of its own, fetched after the first paint. */
export default function Floating() {
  return (
    <>
      <Notifications position="bottom-right" limit={4} zIndex={600} />
      <Asking />
    </>
  )
}
