import { Textarea, TextInput } from '@mantine/core'
import { InAppSetup } from '../../web/inApp/InAppSetup.tsx'
import { MessagePreview } from '../../web/inApp/MessagePreview.tsx'
import { StepMessages } from '../../web/inApp/StepMessages.tsx'
import { DurationField, type PanelProps } from '../../web/inspector/index.ts'
import { EXPIRES } from './inAppMessage.step.ts'

const UNITS = ['hours', 'days', 'weeks'] as const

/** Settings of an in-app message: what it says, how it looks, how it does, and how it gets on a page. */
export default function InAppMessagePanel({ values, change, problemOf, stepId, isReadOnly }: PanelProps) {
  const [title = '', body = '', link = '', button = ''] = [values.title, values.body, values.link, values.button] as (
    | string
    | undefined
  )[]
  return (
    <>
      <TextInput
        label="Title"
        placeholder="Your export is ready"
        maxLength={200}
        value={title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        error={problemOf('title')}
      />
      <Textarea
        label="Text"
        description="Liquid such as {{ person.firstName }} names the person’s fields."
        autosize
        minRows={3}
        maxRows={12}
        value={body}
        onChange={(event) => change({ body: event.currentTarget.value })}
        error={problemOf('body')}
      />
      <TextInput
        label="Link"
        description="An address, or a page of your application such as /billing. Empty has no button."
        placeholder="https://app.example.com/billing"
        value={link}
        onChange={(event) => change({ link: event.currentTarget.value || undefined })}
        error={problemOf('link')}
      />
      {link && (
        <TextInput
          label="Button"
          placeholder="Open"
          maxLength={60}
          value={button}
          onChange={(event) => change({ button: event.currentTarget.value || undefined })}
          error={problemOf('button')}
        />
      )}
      <DurationField
        label="Goes by itself after"
        units={UNITS}
        value={(values.expires as { value?: number; unit?: string } | undefined) ?? EXPIRES}
        onChange={(expires) => change({ expires })}
        error={problemOf('expires')}
      />
      <MessagePreview title={title} body={body} link={link} button={button} />
      {stepId !== undefined && !isReadOnly && <StepMessages stepId={stepId} />}
      {stepId !== undefined && !isReadOnly && <InAppSetup />}
    </>
  )
}
