import { importsContract } from '@millrace/imports/contract'
import { until } from '../instance/client.ts'
import type { Figure } from './table.ts'
import type { World } from './world.ts'

const ROWS = 100_000

const csv = () => {
  const lines = ['Email,First name,Company,Plan,Score']
  for (let row = 0; row < ROWS; row++)
    lines.push(
      `i${row}@import.example,Ben${row % 700},"Company, ${row % 999}",${row % 2 ? 'pro' : 'trial'},${row % 100}`,
    )
  return lines.join('\n')
}

/** A CSV file from upload to the last person. */
export const measureImport = async (world: World): Promise<Figure[]> => {
  const { url, key } = await world.owner(importsContract.createUploadUrl, { body: {} })
  const target = new URL(url, world.instance.address)
  const reply = await fetch(`${world.instance.address}${target.pathname}${target.search}`, {
    method: 'PUT',
    body: csv(),
    headers: { 'content-type': 'text/csv' },
  })
  if (!reply.ok) throw new Error(`The upload answers ${reply.status}: ${await reply.text()}`)
  const from = performance.now()
  const { id } = await world.owner(importsContract.createImport, {
    body: {
      name: 'Benchmark',
      peopleFileKey: key,
      fieldMapping: {
        Email: 'email',
        'First name': 'firstName',
        Company: 'company',
        Plan: 'plan',
        Score: 'score',
      } as never,
    },
  })
  await until(
    'the end of the import',
    async () => {
      const { import: now } = await world.owner(importsContract.getImport, { params: { id } })
      if (/failed|cancel/.test(now.status)) throw new Error(`The import ended as ${now.status}.`)
      return /done|finished|completed/.test(now.status)
    },
    180_000,
  )
  return [
    {
      name: 'import',
      value: (ROWS / (performance.now() - from)) * 1000,
      unit: 'rows/s',
      least: 5_000,
      note: `${ROWS.toLocaleString('en-US')} rows, five columns`,
    },
  ]
}
