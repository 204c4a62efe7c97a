import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { shapeOf } from './shapes.ts'

const [kind, name] = process.argv.slice(2)
try {
  const files = shapeOf(kind, name)
  const taken = files.find(({ path }) => existsSync(path))
  if (taken) throw new Error(`${taken.path} is already there; nothing was written.`)
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    console.log(`wrote ${path}`)
  }
  if (kind === 'step')
    console.log('Give it a line in a list of types, of runs and of panels in features/flows/steps/catalogue.')
  console.log('The test fails until the thing is built. Begin there.')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
