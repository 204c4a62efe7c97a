import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { migrate, startPostgres } from '../postgres/index.ts'
import { inDatabase, TEST_TIME } from './database.ts'
import { onExternalServer } from './externalServer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: { adminUrl: string; template: string }
  }
}

const MIGRATIONS = fileURLToPath(new URL('../../database/migrations', import.meta.url))

const onOwnServer = async () => {
  const dataDir = join(tmpdir(), `millrace-test-${process.pid}-${Date.now().toString(36)}`)
  const postgres = await startPostgres({ dataDir, throwaway: true, log: pino({ level: 'error' }) })
  // Copies are owned by the role that the application runs as, so it must be allowed to make them.
  await inDatabase(postgres.adminUrl, 'alter role millrace createdb')
  const stop = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url: postgres.url, template: 'millrace', stop }
}

/**
 * Starts one PostgreSQL for the run, or makes a place on the server that TEST_DATABASE_URL names as its superuser, and
 * migrates the database that every test file's own is copied from.
 */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const external = process.env.TEST_DATABASE_URL
  const { url, template, stop } = await (external ? onExternalServer(external) : onOwnServer())
  try {
    await migrate({ url, folder: MIGRATIONS, now: TEST_TIME, log: pino({ level: 'error' }) })
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('database', { adminUrl: url, template })
  return stop
}
