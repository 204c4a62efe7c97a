import { malformed, retrying } from '@millrace/kit/server'
import { type IngestReply, MOST_ITEMS } from '../../contract/index.ts'
import type { Recording } from '../record/recordEvents.ts'
import { Lanes } from './lanes.ts'
import { type Intake, itemsIn, readIntake } from './readItem.ts'
import { takeIn } from './takeIn.ts'

/** Takes in the body of an ingest call; answers after everything that was accepted is committed. */
export type Ingest = (accountId: number, body: unknown) => Promise<IngestReply>

const SHAPE = 'Send one item, a list of items, or { "events": [ … ] }.'

/** Opens ingest: requests of an account that arrive together share a transaction. */
export const openIngest = (recording: Recording): Ingest => {
  const { house } = recording
  const lanes = new Lanes<Intake, string | null>((accountId, items) =>
    retrying(() => house.db.account(accountId, (tx) => takeIn(recording, tx, accountId, items))),
  )
  return async (accountId, body) => {
    const items = itemsIn(body)
    if (!items) throw malformed(SHAPE)
    if (!items.length) throw malformed(`There is nothing to take in. ${SHAPE}`)
    if (items.length > MOST_ITEMS) throw malformed(`One call takes ${MOST_ITEMS} items at the most.`)
    const now = house.clock.now()
    const errors: IngestReply['errors'] = []
    const readable: { index: number; intake: Intake }[] = []
    for (const [index, item] of items.entries()) {
      const read = readIntake(item, now)
      if ('refusal' in read) errors.push({ index, message: read.refusal })
      else readable.push({ index, intake: read })
    }
    const refusals = await lanes.add(
      accountId,
      readable.map(({ intake }) => intake),
    )
    for (const [place, message] of refusals.entries()) {
      if (message !== null) errors.push({ index: readable[place]!.index, message })
    }
    errors.sort((a, b) => a.index - b.index)
    return { accepted: items.length - errors.length, refused: errors.length, errors }
  }
}
