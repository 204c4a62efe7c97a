import { type House, notFound, type Tx } from '@millrace/kit/server'
import { refsOf, stepTypeOf } from '../../contract/index.ts'
import { kindOfFlow } from '../subjects/subjects.ts'
import type { Editor } from './editFlow.ts'
import { readSteps } from './readFlow.ts'

type Named = { id: number; name: string }
/** What a flow uses. */
export type Attached = { emails: Named[]; segments: Named[]; fields: { name: string; title: string }[]; tags: string[] }

const EXISTS = 'select 1 from flows where account_id = $1 and id = $2 and deleted_at is null'
const EMAILS = 'select id, name from emails where account_id = $1 and id = any($2::bigint[]) order by account_id, id'
const SEGMENTS =
  'select id, name from segments where account_id = $1 and id = any($2::bigint[]) order by account_id, id'
/** Fields of what a flow takes: of people, or of its kind of objects. */
const FIELDS = `select name, title from person_fields where account_id = $1 and name = any($2::text[]) and $3::bigint = 0
  union all select name, title from object_fields where account_id = $1 and name = any($2::text[]) and schema_id = $3::bigint
  order by name`

/** Everything that the steps of a flow name. */
const usedBy = async (tx: Tx, accountId: number, flowId: number) => {
  const steps = await readSteps(tx, accountId, [flowId])
  const all = steps.map((step) => refsOf(stepTypeOf(step), step.inputFields.values))
  return {
    emails: all.flatMap(({ emails }) => emails),
    segments: all.flatMap(({ segments }) => segments),
    fields: all.flatMap(({ fields }) => fields),
    tags: all.flatMap(({ tags, newTags, oldTags }) => [...tags, ...newTags, ...oldTags]),
  }
}

/** Emails, segments and fields that a flow uses. */
export const attachedTo = (house: House, { accountId }: Pick<Editor, 'accountId'>, flowId: number): Promise<Attached> =>
  house.db.account(accountId, async (tx) => {
    if (!(await tx.one(EXISTS, [accountId, flowId]))) throw notFound()
    const { kindId = 0 } = (await kindOfFlow(tx, accountId, flowId)) ?? {}
    const used = await usedBy(tx, accountId, flowId)
    return {
      emails: await tx.rows<Named>(EMAILS, [accountId, [...new Set(used.emails)]]),
      segments: await tx.rows<Named>(SEGMENTS, [accountId, [...new Set(used.segments)]]),
      fields: await tx.rows<{ name: string; title: string }>(FIELDS, [accountId, [...new Set(used.fields)], kindId]),
      tags: [...new Map(used.tags.map((tag) => [tag.trim().toLowerCase(), tag.trim()])).values()],
    }
  })
