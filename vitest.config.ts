import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))

const FOLDERS = '{kit,features,integrations,app,database,checks/architecture,tools}'

/** Tests that open a house (`testHouse`) or take a cluster's address (`inject`) need the database of the run. */
const usesDatabase = (file: string) => /\btestHouse\b|inject\('database'\)/.test(readFileSync(`${root}${file}`, 'utf8'))

const tests = globSync(`${FOLDERS}/**/*.test.{ts,tsx}`, {
  cwd: root,
  exclude: (name) => /(^|\/)node_modules$/.test(name),
})
const withDatabase = tests.filter(usesDatabase)
const without = tests.filter((file) => !withDatabase.includes(file))
const NONE = ['no/tests.here']

export default defineConfig({
  test: {
    root,
    maxWorkers: 2,
    passWithNoTests: true,
    projects: [
      {
        test: { name: 'unit', root, include: without.length ? without : NONE, environment: 'node' },
      },
      {
        test: {
          name: 'server',
          root,
          include: withDatabase.length ? withDatabase : NONE,
          environment: 'node',
          globalSetup: 'kit/testing/cluster.ts',
          setupFiles: 'kit/testing/setup.ts',
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'journeys',
          root,
          include: ['checks/journeys/**/*.test.ts'],
          environment: 'node',
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
