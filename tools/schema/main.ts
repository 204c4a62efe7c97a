import { writeSchema } from './generate.ts'

const check = process.argv.includes('--check')
const changed = await writeSchema({ check })
if (check && changed.length) {
  console.error(`${changed.join(' and ')} no longer say what the migrations make. Run \`npm run build -- schema\`.`)
  process.exitCode = 1
} else {
  console.log(changed.length ? `Wrote ${changed.join(' and ')}.` : 'The schema files are up to date.')
}
