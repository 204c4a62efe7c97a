import { emailsContract } from '@millrace/emails/contract'
import { FlowPicker } from '@millrace/flows/web'
import { idsIn, ManyPicker, type TokenOption, useCall, useMay } from '@millrace/kit/web'
import { IconMail } from '@tabler/icons-react'
import { useMemo } from 'react'
import { BroadcastPicker, VariantPicker } from './BroadcastFilters.tsx'
import { broadcastsIn, type SaidAbout } from './mailAddress.ts'
import { StepPicker } from './StepPicker.tsx'

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

type Props = { said: SaidAbout; onChange: (said: SaidAbout) => void }

const listed = (ids: number[]) => ids.join(',') || undefined

/** Chooses which mail the figures count: that of some emails, flows and steps of one, broadcasts and variants of one. */
export const EmailFilters = ({ said, onChange }: Props) => {
  const [mayFlows, mayEmails, mayBroadcasts] = [useMay('flows:read'), useMay('emails:read'), useMay('broadcasts:read')]
  const [flowIds, broadcastIds] = [idsIn(said.flowsIds), broadcastsIn(said)]
  const [flowId, broadcastId] = [flowIds, broadcastIds].map((ids) => (ids.length === 1 ? ids[0] : undefined))
  return (
    <>
      {mayEmails && <EmailsPicker ids={idsIn(said.emailIds)} onChange={(ids) => onChange({ emailIds: listed(ids) })} />}
      {mayFlows && (
        <FlowPicker
          ids={flowIds}
          none="All flows"
          onChange={(ids) => onChange({ flowsIds: listed(ids), stepIds: undefined })}
        />
      )}
      {mayFlows && flowId !== undefined && (
        <StepPicker flowId={flowId} ids={idsIn(said.stepIds)} onChange={(ids) => onChange({ stepIds: listed(ids) })} />
      )}
      {mayBroadcasts && (
        <BroadcastPicker
          ids={broadcastIds}
          onChange={(ids) => onChange({ broadcastIds: listed(ids), broadcastId: undefined, variantId: undefined })}
        />
      )}
      {mayBroadcasts && broadcastId !== undefined && (
        <VariantPicker
          broadcastId={broadcastId}
          value={said.variantId}
          onChange={(variantId) => onChange({ variantId })}
        />
      )}
    </>
  )
}
