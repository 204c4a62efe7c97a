import { sentenceOf } from '@millrace/kit/web'
import { useEffect } from 'react'
import { isChunkError, reloadOnce } from './chunks.ts'
import css from './Failure.module.css'
import { UNCAUGHT } from './watchErrors.ts'

const PART_MISSING = 'There was an error while loading part of the app. Please refresh and try again.'

/**
 * What is shown instead of a screen that broke; a part that could not be fetched is fetched anew once. It stands by itself,
 * so that it also works where nothing else could be fetched.
 */
export const Failure = ({ error, reset }: { error: unknown; reset?: () => void }) => {
  const isMissing = isChunkError(error)
  useEffect(() => {
    if (isMissing) reloadOnce()
  }, [isMissing])
  const isCalm = error instanceof Error && error.name === 'Unreachable'
  return (
    <div className={css.failure} role="alert">
      <p>{isMissing ? PART_MISSING : isCalm ? error.message : UNCAUGHT}</p>
      {isMissing && <small>{sentenceOf(error)}</small>}
      <button type="button" onClick={() => (isMissing || !reset ? window.location.reload() : reset())}>
        Try again
      </button>
    </div>
  )
}
