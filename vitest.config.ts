import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = fileURLToPath(new URL('.', import.meta.url))

const SOURCES = '{kit,features,integrations,app,database,tools}'
const CHECKS = 'checks/!(journeys|faults)'

/** Tests that open a house (`testHouse`, or a world of people on one) or take a cluster's address (`inject`) need the database of the run. */
const usesDatabase = (file: string) =>
  /\btestHouse\b|\bopen\w*World\b|\bopenTest\w+|\bstartInstance\b|\bstartPostgres\b|inject\('database'\)/.test(
    readFileSync(`${root}${file}`, 'utf8'),
  )

const find = (folders: string) =>
  globSync(`${folders}/**/*.test.{ts,tsx,mjs}`, { cwd: root, exclude: (name) => /(^|\/)node_modules$/.test(name) })

const sources = find(SOURCES)
const checks = find(CHECKS)
const withDatabase = [...sources, ...checks].filter(usesDatabase)
const without = (files: string[]) => files.filter((file) => !withDatabase.includes(file))
/** An empty list would mean every file. */
const orNone = (files: string[]) => (files.length ? files : ['no/tests.here'])

const asksForTime = ({ moduleId }: TestSpecification) =>
  /\btimeout: \d+_000\b|\btestTimeout\b/.test(readFileSync(moduleId, 'utf8'))

/** Files that ask for more time than others begin first, or one of them goes on alone after all else is done. */
class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return [...sorted.filter(asksForTime), ...sorted.filter((file) => !asksForTime(file))]
  }
}

export default defineConfig({
  test: {
    root,
    maxWorkers: 2,
    sequence: { sequencer: LongOnesFirst },
    passWithNoTests: true,
    projects: [
      {
        test: { name: 'architecture', root, include: orNone(without(checks)), environment: 'node' },
      },
      {
        test: { name: 'unit', root, include: orNone(without(sources)), environment: 'node' },
      },
      {
        test: {
          name: 'server',
          root,
          include: orNone(withDatabase),
          environment: 'node',
          globalSetup: 'kit/testing/cluster.ts',
          setupFiles: 'kit/testing/setup.ts',
          // To load all code anew for each file took a third of the time; a house is a file's own all the same.
          isolate: false,
          // These only end what hangs: on a machine whose processors are somebody else's too all takes many times as long.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'journeys',
          root,
          include: ['checks/journeys/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'kit/testing/cluster.ts',
          fileParallelism: false,
          // Each wait in a journey ends by itself and says what did not come; these only end what hangs.
          testTimeout: 300_000,
          hookTimeout: 600_000,
          // A second, as it is by default, is too short where the processors are somebody else's too.
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
