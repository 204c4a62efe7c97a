import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { migrate, startPostgres } from '../postgres/index.ts'
import { inDatabase, TEST_TIME } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: { adminUrl: string; template: string }
  }
}

const MIGRATIONS = fileURLToPath(new URL('../../database/migrations', import.meta.url))

/** Starts one PostgreSQL for the run and migrates the database that every test file's own is copied from. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const dataDir = join(tmpdir(), `millrace-test-${process.pid}-${Date.now().toString(36)}`)
  const log = pino({ level: 'error' })
  const postgres = await startPostgres({ dataDir, throwaway: true, log })
  const stop = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await migrate({ url: postgres.url, folder: MIGRATIONS, now: TEST_TIME, log })
    // Copies are owned by the role that the application runs as, so it must be allowed to make them.
    await inDatabase(postgres.adminUrl, 'alter role millrace createdb')
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('database', { adminUrl: postgres.url, template: 'millrace' })
  return stop
}
