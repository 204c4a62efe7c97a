import { type ApiError, forget, holdSave, patchAnswers, SAVE_FAILED, send, sentenceOf, told } from '@millrace/kit/web'
import { useEffect, useMemo } from 'react'
import type { Broadcast, BroadcastPatch } from '../../contract/broadcast.ts'
import { broadcastsContract as calls } from '../../contract/calls.ts'

const TYPING_MS = 450

/** A broadcast as a change makes it, before the server says so. */
const changed = (item: Broadcast, patch: BroadcastPatch): Broadcast => {
  const { revision: _revision, ...rest } = patch
  const isPlan = Object.keys(rest).some((key) => key !== 'name' && key !== 'archived')
  return { ...item, ...rest, ...(isPlan && item.status === 'scheduled' && { status: 'draft' as const }) } as Broadcast
}

const keep = (item: Broadcast) =>
  patchAnswers(calls.getBroadcast, (answer) => (answer.item.id === item.id ? { item } : answer))

/**
 * Saves what is changed of a broadcast: shown at once, sent when typing rests, one after the other, each on the revision that the
 * one before made. `now` sends what waits and answers whether all is saved. `seen` hears of every look at the broadcast, also of
 * one that was asked for before the last change: that neither takes the change from the screen nor its revision back.
 */
export const makeSaves = (id: number) => {
  let waiting: BroadcastPatch = {}
  let revision: number | undefined
  let shown: Broadcast | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let release: ReturnType<typeof holdSave> | undefined
  let going: Promise<boolean> = Promise.resolve(true)
  let isSending = false
  const saveOnce = async (): Promise<boolean> => {
    clearTimeout(timer)
    if (!Object.keys(waiting).length) return true
    const patch = waiting
    waiting = {}
    const releaseThis = release
    release = undefined
    isSending = true
    try {
      const { item } = await send(calls.updateBroadcast, { params: { id }, body: { ...patch, revision } }).finally(
        () => {
          isSending = false
        },
      )
      revision = item.revision
      shown = changed(item, waiting)
      keep(shown)
      releaseThis?.('saved')
      void forget(calls.listBroadcasts, calls.broadcastAudience)
      return true
    } catch (error) {
      releaseThis?.('failed')
      waiting = {}
      revision = undefined
      told.error(SAVE_FAILED, sentenceOf(error as ApiError))
      await forget(calls.getBroadcast)
      return false
    }
  }
  const now = () => {
    going = going.then(saveOnce)
    return going
  }
  return {
    now,
    seen: (item: Broadcast) => {
      const isUnderWay = isSending || Object.keys(waiting).length > 0
      const isOlder = revision !== undefined && item.revision < revision
      if (shown && (isUnderWay || isOlder)) return keep(shown)
      shown = item
      revision = item.revision
    },
    change: (patch: BroadcastPatch, isTyped = false) => {
      waiting = { ...waiting, ...patch }
      release ??= holdSave()
      if (shown) {
        shown = changed(shown, patch)
        keep(shown)
      }
      clearTimeout(timer)
      timer = setTimeout(() => void now(), isTyped ? TYPING_MS : 0)
    },
  }
}

/** Changes a broadcast; typed changes wait until typing rests. */
export type Saves = Pick<ReturnType<typeof makeSaves>, 'now' | 'change'>

/** Saves of the broadcast that is open. */
export const useSaves = (item: Broadcast): Saves => {
  const saves = useMemo(() => makeSaves(item.id), [item.id])
  useEffect(() => saves.seen(item), [saves, item])
  useEffect(() => () => void saves.now(), [saves])
  return saves
}
