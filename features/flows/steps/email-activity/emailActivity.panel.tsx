import { EmailPicker } from '@millrace/emails/web'
import { ActivityPicker, Hint, type PanelProps, WithinField } from '../../web/inspector/index.ts'

/** Settings of the email filter. */
export default function EmailActivityPanel({ values, change, problemOf }: PanelProps) {
  return (
    <>
      <EmailPicker
        value={values.emailId as number | undefined}
        onChange={(emailId) => change({ emailId })}
        error={problemOf('emailId')}
      />
      <ActivityPicker
        value={values.activity}
        onChange={(activity) => change({ activity })}
        error={problemOf('activity')}
      />
      <WithinField value={values.within} onChange={(within) => change({ within })} error={problemOf('within')} />
      <Hint>Those who did leave by “yes”, the others by “no”. To give them time, put a wait before it.</Hint>
    </>
  )
}
