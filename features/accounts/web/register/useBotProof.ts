import { accessContract } from '@millrace/access/contract'
import { send, sentenceOf } from '@millrace/kit/web'
import { useEffect, useState } from 'react'

/** Where the proof that a person's browser is at work stands. */
export type BotProof = {
  /** Goes along with the registration; empty where none is needed. */
  token: string | undefined
  problem: string | undefined
  /** Gets a new task, as after a try that used the proof up. */
  again(): void
}

const FAILED = 'We could not check that you are not a robot.'

const solve = (challenge: unknown, signal: AbortSignal) =>
  new Promise<unknown>((resolve, reject) => {
    const worker = new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' })
    const end = (act: () => void) => {
      worker.terminate()
      act()
    }
    worker.onmessage = ({ data }) => end(() => (data ? resolve(data) : reject(new Error(FAILED))))
    worker.onerror = () => end(() => reject(new Error(FAILED)))
    signal.addEventListener('abort', () => end(() => reject(new Error('aborted'))))
    worker.postMessage(challenge)
  })

const prove = async (signal: AbortSignal): Promise<string> => {
  const { isNeeded, challenge } = await send(accessContract.botChallenge, {}, { signal })
  if (!isNeeded || !challenge) return ''
  if (!window.isSecureContext) {
    throw new Error('Signing up needs a safe connection. Please open this page by its https:// address.')
  }
  const solution = await solve(challenge, signal)
  return btoa(JSON.stringify({ challenge, solution }))
}

/** Solves the sign-up's task in the background while the person types. */
export const useBotProof = (): BotProof => {
  const [round, setRound] = useState(0)
  const [found, setFound] = useState<Pick<BotProof, 'token' | 'problem'>>({ token: undefined, problem: undefined })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new task
  useEffect(() => {
    const stop = new AbortController()
    setFound({ token: undefined, problem: undefined })
    prove(stop.signal)
      .then((token) => !stop.signal.aborted && setFound({ token, problem: undefined }))
      .catch(
        (error: unknown) => !stop.signal.aborted && setFound({ token: undefined, problem: sentenceOf(error, FAILED) }),
      )
    return () => stop.abort()
  }, [round])
  return { ...found, again: () => setRound((before) => before + 1) }
}
