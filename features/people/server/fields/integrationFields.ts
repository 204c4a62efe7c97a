import type { Tx } from '@millrace/kit/server'
import { cleanFieldName, type FieldFormat, type FieldType, integrationOf } from '../../contract/index.ts'
import { prettyTitle } from '../rules/prettyTitle.ts'
import { ensureFields } from './fieldRules.ts'

/** A field that a service tells of people. */
export type ServiceField = {
  name: string
  title?: string
  type?: FieldType
  format?: FieldFormat | null
  array?: boolean
}

/** The title says the service where the name begins with it: several services tell a plan. */
const titleOf = (service: string, name: string, title: string | undefined): string => {
  if (!title) return prettyTitle(name)
  const [first = ''] = name.split('.')
  return first.toLowerCase() === service.toLowerCase() ? `${title} (${service})` : title
}

/** Makes the person fields that a service tells and that are missing. */
export const ensureIntegrationFields = async (
  tx: Tx,
  accountId: number,
  service: string,
  told: readonly ServiceField[],
  now: Date,
): Promise<void> => {
  const fields = told.flatMap(({ name: raw, title, type = 'string', format = null, array = false }) => {
    const name = cleanFieldName(raw)
    const createdBy = integrationOf(service)
    return name ? [{ name, type, format, isArray: array, title: titleOf(service, name, title), createdBy }] : []
  })
  if (fields.length) await ensureFields(tx, accountId, fields, now)
}
