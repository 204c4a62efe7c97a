import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { forget, issuesByField, plural, useMutate, useSignedIn } from '@millrace/kit/web'
import { useState } from 'react'
import { EXPORT_DAYS, peopleContract, type Selection } from '../../contract/index.ts'

type Props = {
  count: number
  whom: Selection
  /** The fields that are columns now. */
  columns: readonly string[] | undefined
  onClose: () => void
}

/** Asks what to write of people and whom to mail it to. */
export default function ExportPeople({ count, whom, columns, onClose }: Props) {
  const own = useSignedIn().email
  const [email, setEmail] = useState(own)
  const [fields, setFields] = useState('all')
  const start = useMutate(peopleContract.exportPeople, {
    success: (_result, { body }) => `The export will be emailed to ${body?.notifyEmail ?? own} shortly.`,
    onDone: () => {
      void forget(peopleContract.listPeopleJobs)
      onClose()
    },
    onError: true,
  })
  const attributes = fields === 'shown' && columns ? { attributes: [...columns] } : {}
  const go = () => start.mutate({ body: { ...whom, ...attributes, notifyEmail: email.trim() } })
  const refusal = start.error && (issuesByField(start.error).notifyEmail ?? start.error.message)
  return (
    <Modal opened onClose={onClose} title={`Export ${plural(count, 'person', 'people')}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          go()
        }}
      >
        <Stack gap={16}>
          <Text size="sm" c="dimmed">
            A CSV file for spreadsheets and for imports. You get a link to it by mail, which works for {EXPORT_DAYS}{' '}
            days.
          </Text>
          {columns && (
            <Radio.Group label="What to write" value={fields} onChange={setFields}>
              <Stack gap={6} mt={6}>
                <Radio value="all" label="All fields" />
                <Radio value="shown" label={`The ${plural(columns.length, 'column')} of this list`} />
              </Stack>
            </Radio.Group>
          )}
          <TextInput
            label="Email the link to"
            type="email"
            required
            value={email}
            error={refusal}
            onChange={(event) => setEmail(event.currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={start.isPending} disabled={!email.trim()}>
              Export
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
