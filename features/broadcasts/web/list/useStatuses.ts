import { forget, send } from '@millrace/kit/web'
import { useEffect } from 'react'
import type { Broadcast } from '../../contract/broadcast.ts'
import { broadcastsContract as calls } from '../../contract/calls.ts'
import { isMoving } from '../../contract/statuses.ts'

const EVERY_MS = 4_000
const MOST = 20

/** Asks where those stand that are going on, when they are loaded and while they are looked at; what fails is let go. */
export const useStatuses = (items: readonly Broadcast[] | undefined): void => {
  const moving = (items ?? []).filter(({ status }) => isMoving(status)).map(({ id, status }) => `${id}:${status}`)
  const key = moving.slice(0, MOST).join(' ')
  useEffect(() => {
    if (!key) return
    let isOver = false
    const look = async () => {
      const answers = await Promise.allSettled(
        key.split(' ').map(async (one) => {
          const [id, before] = one.split(':')
          const { item } = await send(calls.broadcastStatus, { params: { id: Number(id) } })
          return item.status !== before || item.status === 'sending' || item.status === 'ab-test-sending-winner'
        }),
      )
      const hasMoved = answers.some((answer) => answer.status === 'fulfilled' && answer.value)
      if (!isOver && hasMoved) void forget(calls.listBroadcasts)
    }
    void look()
    const timer = setInterval(() => void look(), EVERY_MS)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [key])
}
