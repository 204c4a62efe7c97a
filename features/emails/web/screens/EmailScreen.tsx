import { useIdParam, useTitle } from '@millrace/kit/web'
import { useState } from 'react'
import { OpenedEmail } from '../editor/OpenedEmail.tsx'

/** The editor of one email. */
export default function EmailScreen() {
  const id = useIdParam()
  const [name, setName] = useState<string>()
  useTitle(name)
  return <OpenedEmail id={id} onName={setName} />
}
