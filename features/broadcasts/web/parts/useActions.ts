import { foldersContract } from '@millrace/folders/contract'
import { askFirst, count, plural, useMutate } from '@millrace/kit/web'
import type { Broadcast } from '../../contract/broadcast.ts'
import { broadcastsContract as calls } from '../../contract/calls.ts'
import { mayBecome } from '../../contract/statuses.ts'

const CHANGED = [calls.listBroadcasts, calls.getBroadcast, foldersContract.listFolders]

const left = ({ peopleEntered, peopleExited }: Broadcast) => Math.max(peopleEntered - peopleExited, 0)

/** What can be done with a broadcast, wherever it is shown; what takes something away asks first. */
export const useActions = (of: Broadcast) => {
  const params = { id: of.id }
  const stop = useMutate(calls.cancelBroadcast, { invalidates: CHANGED, success: '✅ Broadcast has been canceled.' })
  const remove = useMutate(calls.archiveBroadcast, { invalidates: CHANGED })
  const save = useMutate(calls.updateBroadcast, { invalidates: CHANGED })
  const hold = useMutate(calls.pauseBroadcast, { invalidates: CHANGED })
  const goOn = useMutate(calls.resumeBroadcast, { invalidates: CHANGED })
  const cancel = async () => {
    const isScheduled = of.status === 'scheduled'
    const isSure = await askFirst({
      title: `Cancel “${of.name}”?`,
      children: isScheduled
        ? 'It will not be sent. To change it and send it after all, duplicate it.'
        : `${plural(of.peopleExited, 'person has', 'people have')} it already; ${count(left(of))} will not get it. This cannot be undone: to hold it for a while, pause it.`,
      confirm: 'Cancel broadcast',
      danger: true,
    })
    if (isSure) stop.mutate({ params })
  }
  const archive = async () => {
    const isGoing = of.status === 'scheduled' || of.status === 'ab-testing'
    const isSure = await askFirst({
      title: `Archive “${of.name}”?`,
      children: isGoing
        ? 'It is canceled: what has not left will not leave. You find it under Archived.'
        : of.followUpAt
          ? 'Its follow-up will not be sent. It leaves this list; you find it, with its figures, under Archived.'
          : 'It leaves this list. Nothing is lost: you find it under Archived and can bring it back.',
      confirm: 'Archive',
      danger: true,
    })
    if (isSure) remove.mutate({ params })
  }
  return {
    cancel,
    archive,
    bringBack: () => save.mutate({ params, body: { archived: false } }),
    pause: () => hold.mutate({ params }),
    resume: () => goOn.mutate({ params }),
    isBusy: stop.isPending || remove.isPending || hold.isPending || goOn.isPending,
    mayCancel: mayBecome(of.status, 'canceled'),
    mayArchive: of.status !== 'sending' && of.status !== 'ab-test-sending-winner',
  }
}
