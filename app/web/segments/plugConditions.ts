import { emailsContract } from '@millrace/emails/contract'
import { useCall } from '@millrace/kit/web'
import { plugSegmentChoice } from '@millrace/objects/web'
import { ObjectSegments, plugConditionPorts } from '@millrace/segments/web'
import { useMemo } from 'react'

const useEmails = () => {
  const { data } = useCall(emailsContract.listEmails, { query: { limit: 500, sort: 'name', order: 'asc' } })
  return useMemo(() => (data?.emails ?? []).map(({ id, name }) => ({ id, name })), [data])
}

/** Gives the condition builder the emails, and the lists of objects their segments. */
export const plugConditions = () => {
  plugConditionPorts({ useEmails })
  plugSegmentChoice(ObjectSegments)
}
