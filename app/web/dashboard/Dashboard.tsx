import { PageHead, useSignedIn, WidePage } from '@millrace/kit/web'

/** Where everyone arrives. */
export default function Dashboard() {
  const { memberName } = useSignedIn()
  return (
    <WidePage>
      <PageHead title={`Welcome, ${memberName.split(' ')[0] || 'there'}`} />
    </WidePage>
  )
}
