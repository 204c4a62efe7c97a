import { EmptyState } from '@millrace/kit/web'
import { IconRoute } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** What the list says while there are no flows. */
export const NoFlows = ({ isArchive, create }: { isArchive: boolean; create: ReactNode }) => (
  <EmptyState
    icon={<IconRoute size={26} />}
    title={isArchive ? 'Nothing is archived' : 'Let things happen by themselves'}
    text={
      isArchive
        ? 'Flows that you archive are kept here; their people and figures too.'
        : 'A flow waits for something to happen to a person and then acts: sends a mail, waits, asks, tags.'
    }
    example={
      isArchive
        ? undefined
        : 'For example: signed up for a trial → welcome mail → wait two days → created a project? → a nudge or a thank you.'
    }
  >
    {!isArchive && create}
  </EmptyState>
)
