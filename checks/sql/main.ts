import { readFileSync } from 'node:fs'
import { STATEMENTS_FOLDER } from '@millrace/kit/testing'
import { lintRecorded, namedTwice, readRecorded, tenantTables } from './recorded.ts'

const tenants = tenantTables(readFileSync(new URL('../../database/schema.sql', import.meta.url), 'utf8'))
const recorded = readRecorded(STATEMENTS_FOLDER)
const findings = [...(await lintRecorded(recorded, tenants)), ...namedTwice(recorded)]
const statements = recorded.reduce((sum, { statements }) => sum + statements.length, 0)
if (!statements) {
  console.error('No statement was recorded: run the server tests first.')
  process.exitCode = 1
} else if (findings.length) {
  console.error(findings.join('\n'))
  console.error(`${findings.length} of ${statements} statements break a rule of docs/architecture.md, "Data".`)
  process.exitCode = 1
} else
  console.log(`${statements} statements of ${recorded.length} files name their account, and no name stands for two.`)
