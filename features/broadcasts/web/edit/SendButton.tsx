import { Button } from '@mantine/core'
import { askFirst, plural, told, useMutate, useSignedIn } from '@millrace/kit/web'
import { IconClock, IconSend } from '@tabler/icons-react'
import { type Broadcast, NO_AUDIENCE, NO_EMAIL, sentOff } from '../../contract/broadcast.ts'
import { broadcastsContract as calls } from '../../contract/calls.ts'
import { momentIn } from '../parts/words.ts'
import type { AudienceCount } from './useAudience.ts'
import type { Saves } from './useSaves.ts'

const CHANGED = [calls.listBroadcasts, calls.getBroadcast]

type Props = { item: Broadcast; count: AudienceCount; saves: Saves; onSent: () => void; onMissing: () => void }

/** Sends a broadcast off, after asking; where something is missing it says what instead. */
export default function SendButton({ item, count, saves, onSent, onMissing }: Props) {
  const { timezone } = useSignedIn()
  const isLater = item.sendAt !== null && new Date(item.sendAt).getTime() > Date.now()
  const send = useMutate(calls.sendBroadcast, {
    invalidates: CHANGED,
    success: ({ item: { status } }) => sentOff(status),
    onDone: onSent,
  })
  const whom = count.isWhole ? plural(count.sendable, 'person', 'people') : 'everybody in the segment'
  const missing = item.emailId === null ? NO_EMAIL : item.audience.segmentId === null ? NO_AUDIENCE : undefined
  const ask = async () => {
    if (!(await saves.now())) return
    if (missing) {
      told.error(missing)
      onMissing()
      return
    }
    const isSure = await askFirst({
      title: isLater ? `Schedule “${item.name}”?` : `Send “${item.name}” now?`,
      children: isLater
        ? `It leaves ${momentIn(item.sendAt ?? '', timezone)} to ${whom}. Until then you can change or cancel it.`
        : `It leaves at once to ${whom}. You can pause or cancel what has not left; what has left cannot be called back.`,
      confirm: isLater ? 'Schedule' : 'Send now',
    })
    if (isSure) send.mutate({ params: { id: item.id } })
  }
  const Icon = isLater ? IconClock : IconSend
  return (
    <Button
      leftSection={<Icon size={15} stroke={1.8} aria-hidden />}
      loading={send.isPending}
      onClick={() => void ask()}
    >
      {isLater ? 'Schedule' : 'Send'}
    </Button>
  )
}
