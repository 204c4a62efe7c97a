import { TextInput } from '@mantine/core'
import { ConditionsField, EventPicker, type PanelProps } from '../../web/inspector/index.ts'

/** Settings of the event trigger. */
export default function EventPanel({ values, change, problemOf }: PanelProps) {
  const eventName = values.eventName as string | undefined
  return (
    <>
      <EventPicker
        label="Event"
        value={eventName}
        onChange={(name) => change({ eventName: name })}
        error={problemOf('eventName')}
      />
      <ConditionsField
        label="Only where its properties match"
        subject="event"
        eventName={eventName}
        value={values.conditions}
        onChange={(conditions) => change({ conditions })}
        error={problemOf('conditions')}
      />
      <TextInput
        label="One run per"
        description="A property, such as orderId: a person may then be in the flow once per value."
        placeholder="orderId"
        value={(values.key as string) ?? ''}
        onChange={(event) => change({ key: event.currentTarget.value || undefined })}
        error={problemOf('key')}
      />
    </>
  )
}
