import { useCall } from '@millrace/kit/web'
import { conditionPorts, type EmailChoice, type EmailList } from '../ports.ts'

const NONE: readonly EmailChoice[] = []

const plugged = (): EmailList => {
  if (!conditionPorts.listEmails) throw new Error('Nothing tells the condition builder how to ask for emails.')
  return conditionPorts.listEmails
}

/** The emails that conditions can name. */
export const useEmailChoices = (): readonly EmailChoice[] =>
  useCall(plugged(), { query: { limit: 500, sort: 'name', order: 'asc' } }).data?.emails ?? NONE
