import { MultiSelect, TagsInput, Textarea, TextInput } from '@mantine/core'
import { accessContract } from '@millrace/access/contract'
import { useCall } from '@millrace/kit/web'
import { Hint, type PanelProps } from '../../web/inspector/index.ts'

/** Settings of "Email notification". */
export default function EmailNotificationPanel({ values, change, problemOf }: PanelProps) {
  const { data, isPending } = useCall(accessContract.listTeamMembers)
  const to = (values.to as (number | string)[] | undefined) ?? []
  const members = to.filter((one) => typeof one === 'number')
  const addresses = to.filter((one) => typeof one === 'string')
  const team = (data?.teamMembers ?? []).map(({ id, name, email }) => ({ value: String(id), label: name || email }))
  const gone = members.filter((id) => data && !team.some(({ value }) => value === String(id)))
  return (
    <>
      <MultiSelect
        label="Members"
        placeholder={members.length ? undefined : isPending ? 'Loading…' : 'Choose members'}
        searchable
        data={[...team, ...gone.map((id) => ({ value: String(id), label: `Former member ${id}` }))]}
        value={members.map(String)}
        onChange={(ids) => change({ to: [...ids.map(Number), ...addresses] })}
        nothingFoundMessage="No such member"
      />
      <TagsInput
        label="Other addresses"
        placeholder={addresses.length ? undefined : 'sales@acme.com'}
        splitChars={[',', ';', ' ']}
        value={addresses}
        onChange={(next) => change({ to: [...members, ...next.map((one) => one.trim())] })}
        error={problemOf('to')}
      />
      <TextInput
        label="Subject"
        value={(values.subject as string) ?? ''}
        onChange={(event) => change({ subject: event.currentTarget.value })}
        error={problemOf('subject')}
      />
      <Textarea
        label="Text"
        description="Liquid such as {{ person.company }} names the person’s fields."
        autosize
        minRows={4}
        maxRows={14}
        value={(values.body as string) ?? ''}
        onChange={(event) => change({ body: event.currentTarget.value })}
        error={problemOf('body')}
      />
      <Hint>An address gets 50 of these in an hour at the most; then one mail says how many more came.</Hint>
    </>
  )
}
