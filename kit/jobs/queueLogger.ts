import { type LogFunctionFactory, Logger as QueueLogger } from 'graphile-worker'
import type { Logger } from 'pino'

type Say = Pick<Logger, 'error' | 'warn' | 'debug'>

/** Hands what the job library says to our log; its everyday news are for debugging. */
export const queueLogger = (log: Say): QueueLogger => {
  const factory: LogFunctionFactory = () => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  }
  return new QueueLogger(factory)
}

const nothing = () => {}

/** Keeps the job library silent. */
export const silentQueueLogger = (): QueueLogger => queueLogger({ error: nothing, warn: nothing, debug: nothing })
