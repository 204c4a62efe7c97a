import { send, told, useGo } from '@millrace/kit/web'
import { type Broadcast, COPY_SUFFIX } from '../../contract/broadcast.ts'
import { broadcastsContract as calls } from '../../contract/calls.ts'

/** Copies a broadcast as a draft: its words, audience and tests, not its time. */
const duplicated = async (of: Broadcast): Promise<Broadcast> => {
  const { item } = await send(calls.createBroadcast, { body: { name: `${of.name}${COPY_SUFFIX}`.slice(0, 255) } })
  const { emailId, audience, time, abTest, followUp } = of
  const body = { emailId, audience, time, abTest, followUp: of.parentId === null ? followUp : null }
  return (await send(calls.updateBroadcast, { params: { id: item.id }, body })).item
}

/** Copies a broadcast and opens the copy. */
export const useDuplicate = (after?: (made: Broadcast) => unknown) => {
  const go = useGo()
  return async (of: Broadcast) => {
    try {
      const made = await duplicated(of)
      await after?.(made)
      go(`/broadcasts/${made.id}`)
    } catch {
      told.error('Error while duplicating broadcast.')
    }
  }
}
