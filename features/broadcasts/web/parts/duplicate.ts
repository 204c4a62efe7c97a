import { send, told, useGo } from '@millrace/kit/web'
import { type Broadcast, COPY_SUFFIX } from '../../contract/broadcast.ts'
import { broadcastsContract as calls } from '../../contract/calls.ts'

/**
 * Copies a broadcast as a draft: its words, audience and tests, not its time. Those of a follow-up, who did not open or click,
 * are nobody else's audience: whom its copy goes to is to be chosen.
 */
const duplicated = async (of: Broadcast): Promise<Broadcast> => {
  const { item } = await send(calls.createBroadcast, { body: { name: `${of.name}${COPY_SUFFIX}`.slice(0, 255) } })
  const { emailId, audience, time, abTest, followUp } = of
  const own =
    of.parentId === null ? { audience, followUp } : { audience: { ...audience, segmentId: null }, followUp: null }
  const body = { emailId, time, abTest, ...own }
  return (await send(calls.updateBroadcast, { params: { id: item.id }, body })).item
}

/** Copies a broadcast and opens the copy. */
export const useDuplicate = (after?: (made: Broadcast) => unknown) => {
  const go = useGo()
  return async (of: Broadcast) => {
    try {
      const made = await duplicated(of)
      await after?.(made)
      if (of.parentId !== null)
        told.info(
          'Choose whom the copy goes to',
          'The follow-up went to those who did not open or click, with a subject of its own.',
        )
      go(`/broadcasts/${made.id}`)
    } catch {
      told.error('Error while duplicating broadcast.')
    }
  }
}
