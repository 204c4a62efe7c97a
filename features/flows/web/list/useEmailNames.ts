import { emailsContract } from '@millrace/emails/contract'
import { queryOf, useCall } from '@millrace/kit/web'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Names } from '../../contract/index.ts'

/** The emails that changed last come in one answer; what a step names beyond them is asked for by itself. */
const MOST = 100

type Held = { inputFields: { values: Record<string, unknown> } }

/** Names and senders of the emails that steps name, of thousands and of archived ones too. */
export const useEmailNames = (steps: readonly Held[]): NonNullable<Names['emails']> => {
  const { data } = useCall(emailsContract.listEmails, { query: { limit: MOST } })
  const missing = useMemo(() => {
    const known = new Set(data?.emails.map(({ id }) => id))
    const ids = data ? steps.map(({ inputFields }) => Number(inputFields.values.emailId)) : []
    return [...new Set(ids)].filter((id) => id > 0 && !known.has(id))
  }, [data, steps])
  const others = useQueries({
    queries: missing.map((id) => queryOf(emailsContract.getEmail, { params: { id } })),
    combine: emailsOf,
  })
  return useMemo(
    () => Object.fromEntries([...(data?.emails ?? []), ...others].map((email) => [email.id, email])),
    [data, others],
  )
}

type Answer = { data?: { email: { id: number; name: string } } | undefined }

const emailsOf = (answers: readonly Answer[]) => answers.flatMap(({ data }) => (data ? [data.email] : []))
