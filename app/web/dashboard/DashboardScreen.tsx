import { PageHead, useSignedIn, WidePage } from '@millrace/kit/web'

/** Home: how far the setup is, and what happened lately. */
export default function DashboardScreen() {
  const { memberName } = useSignedIn()
  return (
    <WidePage>
      <PageHead title={`Welcome, ${memberName.split(' ')[0]}`} />
    </WidePage>
  )
}
