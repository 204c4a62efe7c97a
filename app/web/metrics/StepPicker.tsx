import { emailsContract } from '@millrace/emails/contract'
import { flowsContract } from '@millrace/flows/contract'
import { ManyPicker, type TokenOption, useCall } from '@millrace/kit/web'
import { IconStairs } from '@tabler/icons-react'
import { useMemo } from 'react'

const MOST = 500

type Props = { flowId: number; ids: number[]; onChange: (ids: number[]) => void }

/** Chooses steps of a flow that send email, by the emails that they send. */
export const StepPicker = ({ flowId, ids, onChange }: Props) => {
  const flow = useCall(flowsContract.getFlow, { params: { id: flowId }, query: {} })
  const emails = useCall(emailsContract.listEmails, { query: { limit: MOST, sort: 'name', order: 'asc' } })
  const options = useMemo(() => {
    const names = new Map((emails.data?.emails ?? []).map(({ id, name }) => [id, name]))
    const steps = Object.values(flow.data?.integration.steps ?? {})
    return steps
      .filter(({ operationKey }) => operationKey === '/send')
      .map(({ id, inputFields }): TokenOption => {
        const name = names.get(Number(inputFields.values.emailId))
        return { value: String(id), label: name ?? `Step ${id}` }
      })
  }, [flow.data, emails.data])
  if (!options.length) return null
  const icon = <IconStairs size={15} stroke={1.7} aria-hidden />
  return (
    <ManyPicker
      ids={ids}
      onChange={onChange}
      none="All steps"
      options={options}
      noun="step"
      label="Steps that send email"
      icon={icon}
    />
  )
}
