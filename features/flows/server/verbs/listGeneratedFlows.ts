import type { Result } from '@millrace/kit/contract'
import type { House } from '@millrace/kit/server'
import { type flowsContract, operationKeysOf } from '../../contract/index.ts'
import type { Editor } from './editFlow.ts'

type Generated = Result<typeof flowsContract.listGeneratedFlows>['integrations'][number]

/** Flows that were written for the account, each with the latest words of the first mail that it sends. */
const GENERATED = `select f.id, f.name, mail.text as "aiGeneratedEmailText"
  from flows f left join lateral (
    select json_build_object('subject', v.subject, 'text', v.preheader) as text
    from flow_steps s join email_versions v on v.account_id = $1 and v.email_id::text = s.input ->> 'emailId'
    where s.account_id = $1 and s.flow_id = f.id and s.deleted_at is null and s.operation_key = any($2::text[])
    order by s.y, s.id, v.version desc limit 1
  ) mail on true
  where f.account_id = $1 and f.is_ai_generated and f.archived_at is null and f.deleted_at is null
  order by f.account_id, f.id limit 100`

/** The flows that were written for an account when it began. */
export const listGeneratedFlows = (house: House, { accountId }: Editor): Promise<Generated[]> =>
  house.db.account(accountId, (tx) =>
    tx.rows<Generated>(GENERATED, [accountId, operationKeysOf(({ sends }) => sends)], 'flows-generated'),
  )
