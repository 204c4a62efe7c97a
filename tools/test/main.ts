import { fileURLToPath } from 'node:url'
import { stagesFor } from './stages.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const seconds = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`

const main = async () => {
  let passed = 0
  let failed = 0
  const trouble: string[] = []
  for (const stage of stagesFor(process.argv.slice(2))) {
    if (!stage.has(ROOT)) continue
    const from = performance.now()
    const outcome = await stage.run(ROOT)
    passed += outcome.passed
    failed += outcome.failed
    const counts = outcome.failed ? `${outcome.passed} passed, ${outcome.failed} failed` : `${outcome.passed} passed`
    console.log(`${outcome.failed ? '✗' : '✓'} ${stage.name.padEnd(13)}${counts.padEnd(24)}${seconds(from)}`)
    if (outcome.failed) trouble.push(`\n── ${stage.name} ──\n${outcome.output.trimEnd()}`)
  }
  if (trouble.length) console.log(trouble.join('\n'))
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed ? 1 : 0
}

try {
  await main()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
