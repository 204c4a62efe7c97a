import { fileURLToPath } from 'node:url'
import { migrate, startPostgres } from '@millrace/kit/postgres'
import { type Settings, systemClock } from '@millrace/kit/server'
import type { Logger } from 'pino'

/** The migrations of the product. */
export const MIGRATIONS = fileURLToPath(new URL('../database/migrations', import.meta.url))

/** A database that has the present schema. */
export type ReadyDatabase = { url: string; isWalled: boolean; stop(): Promise<void> }

const openUrl = async ({ DATABASE_URL, DATA_DIR }: Settings, log: Logger) => {
  if (DATABASE_URL) return { url: DATABASE_URL, stop: async () => {} }
  return startPostgres({ dataDir: DATA_DIR, log })
}

/** Starts the embedded PostgreSQL unless an external one is given, and migrates it. */
export const openDatabaseOf = async (settings: Settings, log: Logger): Promise<ReadyDatabase> => {
  const { url, stop } = await openUrl(settings, log)
  try {
    const { isWalled } = await migrate({ url, folder: MIGRATIONS, now: systemClock.now(), log })
    return { url, isWalled, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
