import type { Logger } from 'pino'

/** How long stopping may take; what was not finished by then is gone on with at the next start. */
const LONGEST_MS = 10_000

/** One press of Ctrl-C may arrive twice, from the terminal and from npm. */
const SAME_PRESS_MS = 1_000

type Exit = (code: number) => void

/** The part of a process that is listened to. */
type Emitter = Pick<NodeJS.Process, 'on'>

/**
 * Stops on SIGINT, SIGTERM or SIGHUP, on a fault that nobody caught, and when the process that started this one is
 * gone; then exits. A second signal ends at once.
 */
export const stopOnSignals = (
  stop: () => Promise<void>,
  log: Logger,
  { emitter = process as Emitter, exit = process.exit as Exit, now = () => performance.now() } = {},
): void => {
  let since: number | undefined
  const begin = (code: number) => {
    since = now()
    const late = setTimeout(() => {
      log.error('Stopping took too long; ending now. The next start goes on where this one was.')
      exit(1)
    }, LONGEST_MS)
    stop()
      .catch((error: Error) => {
        log.error({ err: error }, 'Stopping failed')
        return exit(1)
      })
      .finally(() => {
        clearTimeout(late)
        exit(code)
      })
  }
  const onSignal = () => {
    if (since === undefined) begin(0)
    else if (now() - since > SAME_PRESS_MS) exit(1)
  }
  const onFault = (error: unknown) => {
    log.fatal({ err: error }, 'A fault that nobody caught; stopping')
    if (since === undefined) begin(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) emitter.on(signal, onSignal)
  emitter.on('uncaughtException', onFault)
  emitter.on('unhandledRejection', onFault)
  emitter.on('disconnect', () => {
    if (since === undefined) begin(0)
  })
}
