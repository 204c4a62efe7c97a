import type { Tx } from '@millrace/kit/server'
import { claimKeys, releaseKeys } from '../record/claimKeys.ts'
import { type NewEvent, type Recording, recordEvents } from '../record/recordEvents.ts'
import type { Intake } from './readItem.ts'

/**
 * Takes in a batch of items in one transaction: message ids first, then people in order, then events. Answers for each
 * item why it was refused, or null. A repeated item is accepted and changes nothing.
 */
export const takeIn = async (
  recording: Recording,
  tx: Tx,
  accountId: number,
  items: readonly Intake[],
): Promise<(string | null)[]> => {
  const now = recording.house.clock.now()
  const isFirst = await claimKeys(
    tx,
    accountId,
    items.map(({ key }) => key),
    now,
  )
  const fresh = items.filter((_, index) => isFirst[index])
  const people = await recording.people.upsertPeople(
    tx,
    accountId,
    fresh.map(({ person }) => person),
    { source: 'ingest', createFields: true, isPartial: true },
  )
  const refusals = new Map<Intake, string>()
  const events: NewEvent[] = []
  for (const [index, item] of fresh.entries()) {
    const { personId, refusal } = people[index]!
    if (refusal !== undefined) refusals.set(item, refusal)
    else if (item.event) events.push({ ...item.event, personId })
  }
  await releaseKeys(
    tx,
    accountId,
    [...refusals.keys()].flatMap(({ key }) => key ?? []),
  )
  await recordEvents(recording, tx, accountId, events, { areSeen: true })
  return items.map((item) => refusals.get(item) ?? null)
}
