import { TextInput } from '@mantine/core'
import { EmailPicker } from '@millrace/emails/web'
import { ActivityPicker, Choice, type PanelProps } from '../../web/inspector/index.ts'

const WHICH = [
  { value: 'any', label: 'Any email' },
  { value: 'one', label: 'One email' },
]

/** Settings of the email trigger. */
export default function EmailTriggerPanel({ values, change, problemOf }: PanelProps) {
  const isOne = values.emailId !== undefined
  return (
    <>
      <ActivityPicker
        value={values.activity}
        onChange={(activity) => change({ activity })}
        error={problemOf('activity')}
      />
      <Choice
        label="Which"
        data={WHICH}
        value={isOne ? 'one' : 'any'}
        onChange={(which) => change({ emailId: which === 'one' ? null : undefined })}
      />
      {isOne && (
        <EmailPicker
          value={(values.emailId as number | null) ?? undefined}
          onChange={(emailId) => change({ emailId: emailId ?? null })}
          error={problemOf('emailId')}
        />
      )}
      {values.activity === 'clicked' && (
        <TextInput
          label="Link"
          description="Any link where this is empty. What follows a “?” counts only if you write it."
          placeholder="https://acme.com/upgrade"
          value={(values.link as string) ?? ''}
          onChange={(event) => change({ link: event.currentTarget.value || undefined })}
          error={problemOf('link')}
        />
      )}
    </>
  )
}
