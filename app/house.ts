import { openBell, openJobs } from '@millrace/kit/jobs'
import { type House, keysFrom, openDatabase, openDatabaseClock, type Settings } from '@millrace/kit/server'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { installationSecret } from './secret.ts'

/** What a house is built from. */
type Foundation = {
  settings: Settings
  databaseUrl: string
  isWalled: boolean
  publicUrl: string
  log: Logger
}

/** A house and the way to close it. */
export type OpenHouse = { house: House; close(): Promise<void> }

/** Builds what every feature stands on. */
export const openHouse = async ({
  settings,
  databaseUrl,
  isWalled,
  publicUrl,
  log,
}: Foundation): Promise<OpenHouse> => {
  const keys = keysFrom(await installationSecret(settings.DATA_DIR, settings.SECRET))
  const onError = (error: Error) => log.warn(`A connection to the database broke and is opened again: ${error.message}`)
  const db = openDatabase({
    url: databaseUrl,
    connections: settings.DATABASE_CONNECTIONS,
    walled: isWalled,
    onError,
  })
  const bell = openBell(databaseUrl, onError)
  const onOff = (ms: number) =>
    log.warn(
      `The clock of this machine is ${Math.round(Math.abs(ms) / 1_000)} seconds ${ms < 0 ? 'ahead of' : 'behind'} the database's, which counts.`,
    )
  const clock = await openDatabaseClock(db.pool, { onOff })
  const metrics = new Registry()
  const house: House = { db, clock, keys, settings, publicUrl, log, bell, jobs: openJobs(), metrics }
  return {
    house,
    close: async () => {
      clock.close()
      await bell.close()
      await db.close()
    },
  }
}
