import { emailsContract } from '@millrace/emails/contract'
import { FlowPicker } from '@millrace/flows/web'
import { idsIn, ManyPicker, type TokenOption, useCall, useMay } from '@millrace/kit/web'
import { IconMail } from '@tabler/icons-react'
import { useMemo } from 'react'

const MOST = 500

const EmailsPicker = ({ ids, onChange }: { ids: number[]; onChange: (ids: number[]) => void }) => {
  const { data } = useCall(emailsContract.listEmails, { query: { limit: MOST, sort: 'name', order: 'asc' } })
  const options = useMemo(
    () => (data?.emails ?? []).map(({ id, name }): TokenOption => ({ value: String(id), label: name })),
    [data],
  )
  const icon = <IconMail size={15} stroke={1.7} aria-hidden />
  return (
    <ManyPicker
      ids={ids}
      onChange={onChange}
      none="All emails"
      options={options}
      noun="email"
      label="Emails"
      icon={icon}
    />
  )
}

type Said = { flowsIds: string | undefined; emailIds: string | undefined }
type Props = Said & { onChange: (said: Partial<Said>) => void }

const listed = (ids: number[]) => ids.join(',') || undefined

/** Chooses which mail the figures count: that of some flows, or some emails. */
export const EmailFilters = ({ flowsIds, emailIds, onChange }: Props) => {
  const [mayFlows, mayEmails] = [useMay('flows:read'), useMay('emails:read')]
  return (
    <>
      {mayEmails && <EmailsPicker ids={idsIn(emailIds)} onChange={(ids) => onChange({ emailIds: listed(ids) })} />}
      {mayFlows && (
        <FlowPicker ids={idsIn(flowsIds)} none="All flows" onChange={(ids) => onChange({ flowsIds: listed(ids) })} />
      )}
    </>
  )
}
