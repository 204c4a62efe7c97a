import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** What came of a stage. `output` is shown where something failed. */
export type Outcome = { passed: number; failed: number; output: string }

type Finished = { code: number; output: string }

const execute = (root: string, command: string, args: readonly string[], env = {}): Promise<Finished> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const parts: Buffer[] = []
    child.stdout.on('data', (part: Buffer) => parts.push(part))
    child.stderr.on('data', (part: Buffer) => parts.push(part))
    const end = (signal: NodeJS.Signals) => child.kill(signal)
    process.once('SIGINT', end).once('SIGTERM', end)
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('SIGINT', end).off('SIGTERM', end)
      resolve({ code: code ?? 1, output: Buffer.concat(parts).toString() })
    })
  })

const asOne = ({ code, output }: Finished): Outcome => ({ passed: code ? 0 : 1, failed: code ? 1 : 0, output })

/** Runs a file with this Node; it counts as one case. */
export const node = async (root: string, args: readonly string[]): Promise<Outcome> =>
  asOne(await execute(root, process.execPath, args))

/** Runs a tool of the packages, with more environment if wanted; it counts as one case. */
export const npx = async (root: string, tool: string, args: readonly string[], env = {}): Promise<Outcome> =>
  asOne(await execute(root, join(root, 'node_modules', '.bin', tool), args, env))

/** The parts of Vitest's JSON report that are counted. */
type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/** Cases that passed and failed; a file that could not be run counts as one that failed. */
export const countReport = (report: Report, code: number): { passed: number; failed: number } => {
  const unrunnable = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.length,
  )
  const failed = report.numFailedTests + unrunnable.length
  return { passed: report.numPassedTests, failed: failed || (code === 0 ? 0 : 1) }
}

/** Runs a project of the test configuration and counts its cases. */
export const vitest = async (root: string, project: string): Promise<Outcome> => {
  const folder = join(root, 'node_modules', '.millrace')
  const file = join(folder, `report-${project}-${process.pid}.json`)
  await mkdir(folder, { recursive: true })
  const { code, output } = await execute(root, process.execPath, [
    join(root, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--project', project, '--passWithNoTests'],
    ...['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
  ])
  const text = await readFile(file, 'utf8').catch(() => undefined)
  await rm(file, { force: true })
  if (text === undefined) return { passed: 0, failed: code === 0 ? 0 : 1, output }
  return { ...countReport(JSON.parse(text) as Report, code), output }
}
