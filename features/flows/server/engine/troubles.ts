import type { Tx } from '@millrace/kit/server'

/** What can go wrong in a flow while it runs. */
export type TroubleCode =
  /** The flow starts itself again and again through what it changes. */
  | 'endless'
  /** People could not be let in, or moved by what changed about them. */
  | 'not-entered'
  /** A trigger could not be asked about something that happened. */
  | 'trigger'
  /** The flow as it is drawn cannot be read. */
  | 'unreadable'
  /** A step failed for everybody who came; whoever comes now waits. */
  | 'step-failing'
  /** Ways part and meet again so often that one person was in too many places. */
  | 'too-many-ways'

/** Something that went wrong, for so many people; one of them by id. */
export type Trouble = { code: TroubleCode; stepId?: number; reason: string; people: number; personId?: number }

/** Adds to what is known to go wrong in a flow. */
const NOTE = `insert into flow_troubles as t (account_id, flow_id, code, step_id, reason, people, person_id, first_at, last_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
  on conflict (account_id, flow_id, code, step_id) do update set reason = excluded.reason, people = t.people + excluded.people,
    person_id = coalesce(excluded.person_id, t.person_id), last_at = excluded.last_at`

/** Keeps what went wrong, so that the canvas shows it. */
export const noteTrouble = async (
  tx: Tx,
  accountId: number,
  flowId: number,
  { code, stepId = 0, reason, people, personId }: Trouble,
  now: Date,
): Promise<void> => {
  await tx.run(NOTE, [accountId, flowId, code, stepId, reason, people, personId ?? null, now], 'flows-trouble')
}
