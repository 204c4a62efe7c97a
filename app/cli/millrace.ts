#!/usr/bin/env node
import { openFeatures } from '../features.ts'
import { HELP, readArguments } from './arguments.ts'
import { changeRight, migrateOnly, prepare, seedOnly, start } from './commands.ts'
import { examine } from './doctor.ts'

const doctor = async (flags: Record<string, string>) => {
  const findings = await examine(prepare(flags).settings)
  for (const { what, isFine, told } of findings) console.log(`${isFine ? ' ok ' : 'FAIL'}  ${what}: ${told}`)
  if (findings.some(({ isFine }) => !isFine)) process.exitCode = 1
}

const main = async () => {
  const { command, settings: flags, wantsHelp, right } = readArguments(process.argv.slice(2))
  if (wantsHelp) return console.log(HELP)
  if (command === 'doctor') return doctor(flags)
  const { settings, log } = prepare(flags)
  if (command === 'migrate') return migrateOnly(settings, log)
  if (command === 'seed') return seedOnly(settings, log, openFeatures)
  if (right) return changeRight(settings, log, openFeatures, right)
  return start(settings, log)
}

try {
  await main()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
