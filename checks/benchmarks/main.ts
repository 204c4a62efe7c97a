import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { measureBroadcasts } from './broadcasts.ts'
import { measureCanvas } from './canvas.ts'
import { measureEditor } from './editor.ts'
import { measureDueAtOnce, measureFirstStep } from './firstStep.ts'
import { measureFlows, measureMillion } from './flows.ts'
import { measureHouse } from './house.ts'
import { measureImport } from './imports.ts'
import { measureIngest } from './ingest.ts'
import { measureLatency } from './latency.ts'
import { measureMailFigures } from './mailFigures.ts'
import { measureMails } from './mails.ts'
import { measureMembership } from './membership.ts'
import { memoryOf } from './memoryOf.ts'
import { measurePreview } from './preview.ts'
import { measureRender } from './render.ts'
import { measureScale } from './scale.ts'
import { measureStart } from './start.ts'
import { type Figure, keeps, tableOf } from './table.ts'
import { openWorld, type World } from './world.ts'

const PARTS: Record<string, (world: World) => Promise<Figure[]>> = {
  ingest: measureIngest,
  import: measureImport,
  preview: measurePreview,
  membership: measureMembership,
  step: measureFirstStep,
  due: measureDueAtOnce,
  flows: measureFlows,
  latency: measureLatency,
  mails: measureMails,
  broadcast: measureBroadcasts,
  figures: measureMailFigures,
}

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const wants = (name: string) => !wanted.length || wanted.includes(name)
const figures: Figure[] = []
const note = (more: Figure[]) => {
  figures.push(...more)
  for (const { name, value, unit } of more)
    process.stderr.write(`  ${name}: ${value.toFixed(value < 100 ? 2 : 0)} ${unit}\n`)
}

if (wants('house')) note(measureHouse())
if (wants('render')) note(await measureRender())
if (wants('start')) note(await measureStart())
if (wants('canvas')) note(await measureCanvas())
if (wants('editor')) note(await measureEditor())
// Minutes and gigabytes: only when it is asked for by name.
if (wanted.includes('scale')) note(await measureScale())
const parts = { ...PARTS, ...(wanted.includes('million') && { million: measureMillion }) }
if (Object.keys(parts).some(wants)) {
  const world = await openWorld()
  try {
    if (process.platform === 'linux') note([{ name: 'memory, idle', value: memoryOf(world.instance.pid), unit: 'MB' }])
    for (const [name, measure] of Object.entries(parts)) if (wants(name)) note(await measure(world))
    if (process.platform === 'linux')
      note([{ name: 'memory, after all this', value: memoryOf(world.instance.pid), unit: 'MB' }])
  } finally {
    await world.close()
  }
}

console.log(`\n${cpus().length} processors, Node ${process.version}\n\n${tableOf(figures)}`)
mkdirSync('.data', { recursive: true })
writeFileSync(
  '.data/benchmarks.json',
  `${JSON.stringify({ at: new Date().toISOString(), node: process.version, figures }, null, 2)}\n`,
)
if (process.argv.includes('--strict') && figures.some((figure) => keeps(figure) === false)) process.exitCode = 1
