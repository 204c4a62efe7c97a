import { isPassing, Refusal, type Tx, together, unanswered } from '@millrace/kit/server'

/**
 * Runs work behind a savepoint; answers undefined where it failed and was undone, after telling `onError`. Nobody waits for the
 * savepoint or its release: work that asks nothing costs no time here, and other work only that of what it asks.
 */
export const behindSavepoint = async <T>(
  tx: Tx,
  name: 'step' | 'flow' | 'ask',
  work: () => Promise<T>,
  onError: (error: unknown) => void,
): Promise<T | undefined> => {
  unanswered(tx, tx.run(`savepoint ${name}`))
  try {
    const result = await work()
    unanswered(tx, tx.run(`release savepoint ${name}`))
    return result
  } catch (error) {
    if (isPassing(error)) throw error
    await together([tx.run(`rollback to savepoint ${name}`), tx.run(`release savepoint ${name}`)])
    onError(error)
    return undefined
  }
}

/** After so many failed alike and nobody got through, the others are not tried one by one. */
export const ENOUGH_ALIKE = 16

/** What is told of an error that says nothing to people. */
export const NOT_RUN = 'This step could not be run. It can be tried again.'

/** What people are told of an error. */
export const reasonOf = (error: unknown): string =>
  error instanceof Refusal && error.message ? error.message : NOT_RUN
