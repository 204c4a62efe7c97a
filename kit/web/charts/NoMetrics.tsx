import { IconLock } from '@tabler/icons-react'
import { PageHead, WidePage } from '../parts/Page.tsx'
import { EmptyState } from '../parts/States.tsx'

/** For those who may not see figures: which permission is missing. */
export const NoMetrics = ({ title }: { title: string }) => (
  <WidePage>
    <PageHead title={title} />
    <EmptyState
      icon={<IconLock size={24} stroke={1.7} />}
      meaning="wait"
      title="You don't have access to metrics."
      text={
        <>
          Contact your account's owner to request access.
          <br />
          Required permission: emailMetrics:read
        </>
      }
    />
  </WidePage>
)
