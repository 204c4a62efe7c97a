import { type House, notFound, type Tx } from '@millrace/kit/server'
import type { Editor } from './editFlow.ts'
import { readSteps } from './readFlow.ts'

type Named = { id: number; name: string }
/** What a flow uses. */
export type Attached = { emails: Named[]; segments: Named[]; fields: { name: string; title: string }[] }

const EXISTS = 'select 1 from flows where account_id = $1 and id = $2'
const EMAILS = 'select id, name from emails where account_id = $1 and id = any($2::bigint[]) order by account_id, id'
const SEGMENTS =
  'select id, name from segments where account_id = $1 and id = any($2::bigint[]) order by account_id, id'
const FIELDS = 'select name, title from person_fields where account_id = $1 and name = any($2::text[]) order by name'

type Used = { emails: Set<number>; segments: Set<number>; fields: Set<string> }

/** Collects what conditions name, however deep; those of an event name its properties, not person fields. */
const collect = (conditions: unknown, used: Used): void => {
  if (!conditions || typeof conditions !== 'object') return
  const { type, field, value } = conditions as { type?: string; field?: unknown; value?: unknown }
  if (type === 'field' && typeof field === 'string') used.fields.add(field)
  if (type === 'segment' && Number(value) > 0) used.segments.add(Number(value))
  if (type === 'group')
    for (const one of (conditions as { conditions?: unknown[] }).conditions ?? []) collect(one, used)
}

const usedBy = async (tx: Tx, accountId: number, flowId: number): Promise<Used> => {
  const used: Used = { emails: new Set(), segments: new Set(), fields: new Set() }
  for (const { operationKey, inputFields } of await readSteps(tx, accountId, [flowId])) {
    const { emailId, segmentId, field, conditions } = inputFields.values
    if (Number(emailId) > 0) used.emails.add(Number(emailId))
    if (Number(segmentId) > 0) used.segments.add(Number(segmentId))
    if (typeof field === 'string' && field) used.fields.add(field)
    if (operationKey !== '/event') collect(conditions, used)
  }
  return used
}

/** Emails, segments and fields that a flow uses. */
export const attachedTo = (house: House, { accountId }: Pick<Editor, 'accountId'>, flowId: number): Promise<Attached> =>
  house.db.account(accountId, async (tx) => {
    if (!(await tx.one(EXISTS, [accountId, flowId]))) throw notFound()
    const used = await usedBy(tx, accountId, flowId)
    return {
      emails: await tx.rows<Named>(EMAILS, [accountId, [...used.emails]]),
      segments: await tx.rows<Named>(SEGMENTS, [accountId, [...used.segments]]),
      fields: await tx.rows<{ name: string; title: string }>(FIELDS, [accountId, [...used.fields]]),
    }
  })
