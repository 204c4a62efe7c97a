import { cpuMs, type MailData, renderWords, type Template } from '@millrace/emails/server'
import { oneLine } from '../mime/headers.ts'
import type { Utms } from '../tracking/utms.ts'

const NO_SLOTS = { unsubscribeUrl: '' }
/** Processor time that all parameters of a mail may take together. */
const ALL_MS = 20
/** What of the email itself the parameters may name: `{{ email.name }}`. */
const OF_EMAIL = /\{\{-?\s*email\.(name|id)\s*-?\}\}/g

const filledWith = (utms: Utms, fill: (value: string) => string): Utms =>
  Object.fromEntries(Object.entries(utms).map(([name, value]) => [name, oneLine(fill(value)).slice(0, 300)]))

/** Parameters as all mails of an email have them; what differs between readers is left. */
export const utmsOfEmail = (utms: Utms, template: Pick<Template, 'emailId' | 'name'> | undefined): Utms =>
  filledWith(utms, (value) =>
    // A name is shown as it is, whatever it looks like.
    value.replace(OF_EMAIL, (_all, what: 'name' | 'id') =>
      what === 'id' ? String(template?.emailId ?? '') : (template?.name ?? '').replace(/[{}]/g, ''),
    ),
  )

/** Whether parameters differ between readers. */
export const isOfReader = (utms: Utms): boolean => Object.values(utms).some((value) => value.includes('{'))

/** Parameters for one reader. What cannot be filled is left out. */
export const utmsOfReader = (utms: Utms, data: MailData): Utms => {
  const endsAt = cpuMs() + ALL_MS
  return filledWith(utms, (value) => {
    if (!value.includes('{')) return value
    const left = endsAt - cpuMs()
    try {
      return left > 0 ? renderWords(value, data, NO_SLOTS, left) : ''
    } catch {
      return ''
    }
  })
}
