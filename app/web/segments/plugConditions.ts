import { emailsContract } from '@millrace/emails/contract'
import { useCall } from '@millrace/kit/web'
import { plugConditionPorts } from '@millrace/segments/web'
import { useMemo } from 'react'

const useEmails = () => {
  const { data } = useCall(emailsContract.listEmails, { query: { limit: 500, sort: 'name', order: 'asc' } })
  return useMemo(() => (data?.emails ?? []).map(({ id, name }) => ({ id, name })), [data])
}

/** Gives the condition builder what higher features know: the emails. */
export const plugConditions = () => plugConditionPorts({ useEmails })
