import { useDebouncedValue } from '@mantine/hooks'
import { type TokenOption, useCall } from '@millrace/kit/web'
import { conditionPorts, type EmailChoice, type EmailList, type OneEmail } from '../ports.ts'

const PAUSE_MS = 250
const MOST = 50

const listEmails = (): EmailList => {
  if (!conditionPorts.listEmails) throw new Error('Nothing tells the condition builder how to ask for emails.')
  return conditionPorts.listEmails
}

const getEmail = (): OneEmail => {
  if (!conditionPorts.getEmail) throw new Error('Nothing tells the condition builder how to ask for an email.')
  return conditionPorts.getEmail
}

/** Emails with what is typed in their name or subject, the first ones by name; `none` says why there are none. */
export const useEmailChoices = (typed: string): { options: TokenOption[]; none: string } => {
  const [asked] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const query = { limit: MOST, sort: 'name', order: 'asc', ...(asked && { search: asked }) }
  const { data, error } = useCall(listEmails(), { query }, { keepPrevious: true })
  const isBehind = asked !== typed.trim()
  const options = ((data?.emails ?? []) as readonly EmailChoice[])
    .map(({ id, name }) => ({ value: String(id), label: name }))
    // Until the answer to what is typed by now is there: Enter must not choose what was not meant.
    .filter(({ label }) => !isBehind || label.toLowerCase().includes(typed.trim().toLowerCase()))
  const nothing = typed.trim() ? 'Nothing found' : 'No emails yet'
  return { options, none: error?.message ?? (data && !isBehind ? nothing : 'Looking …') }
}

/** What an email is called, also one that is archived; undefined until that is known. */
export const useEmailName = (id: number | undefined): string | undefined =>
  useCall(getEmail(), { params: { id: id ?? 0 } }, { enabled: id !== undefined }).data?.email.name
