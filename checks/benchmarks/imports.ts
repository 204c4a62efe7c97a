import { setTimeout as sleep } from 'node:timers/promises'
import { type FieldMapping, importsContract } from '@millrace/imports/contract'
import type { Figure } from './table.ts'
import type { World } from './world.ts'

const ROWS = 100_000
/** People of the file who are there already. */
const KNOWN = 20_000

const HEAD = 'Email,First name,Last name,Company,Plan,Score,City,Country,Signed up,Notes'
const MAPPING: FieldMapping = {
  Email: 'email',
  'First name': 'firstName',
  'Last name': 'lastName',
  Company: 'company',
  Plan: 'plan',
  Score: { field: 'score', type: 'number' },
  City: 'city',
  Country: 'country',
  'Signed up': { field: 'signedUp', type: 'string', format: 'date' },
  Notes: 'notes',
}

const csv = (rows: number, plan: string) => {
  const lines = [HEAD]
  for (let row = 0; row < rows; row++)
    lines.push(
      `i${row}@import.example,Ben${row % 700},Miller${row % 300},"Company, ${row % 999}",${plan},${row % 100},Lisbon,PT,2026-03-${10 + (row % 18)},note ${row}`,
    )
  return lines.join('\n')
}

const upload = async (world: World, text: string): Promise<string> => {
  const { url, key } = await world.owner(importsContract.createUploadUrl, { body: {} })
  const target = new URL(url, world.instance.address)
  const reply = await fetch(`${world.instance.address}${target.pathname}${target.search}`, {
    method: 'PUT',
    body: text,
    headers: { 'content-type': 'text/csv' },
  })
  if (!reply.ok) throw new Error(`The upload answers ${reply.status}: ${await reply.text()}`)
  return key
}

const OVER = /^(?:failed|canceled)$/

/** As often as the screen asks: asked every 25 ms, answering took a tenth of the time that is measured. */
const ASK_MS = 250
const LONGEST_MS = 180_000

/** Waits until it is over; answers the rows a second. */
const paceOf = async (what: string, ask: () => Promise<{ status: string; processed: number }>): Promise<number> => {
  const from = performance.now()
  for (;;) {
    const { status, processed } = await ask()
    const ms = performance.now() - from
    if (status === 'done') return (processed / ms) * 1000
    if (OVER.test(status) || ms > LONGEST_MS) throw new Error(`The ${what} stands as ${status} after ${ms} ms.`)
    await sleep(ASK_MS)
  }
}

const importOf = async ({ owner }: World, peopleFileKey: string) => {
  const params = await owner(importsContract.createImport, { body: { peopleFileKey, fieldMapping: MAPPING } })
  return paceOf('import', async () => (await owner(importsContract.getImport, { params })).import)
}

/** CSV files from upload to the last person: tried, then brought in, every fifth person known before. */
export const measureImport = async (world: World): Promise<Figure[]> => {
  await importOf(world, await upload(world, csv(KNOWN, 'trial')))
  const peopleFileKey = await upload(world, csv(ROWS, 'pro'))
  const params = await world.owner(importsContract.checkImport, { body: { peopleFileKey, fieldMapping: MAPPING } })
  const tried = await paceOf(
    'dry run',
    async () => (await world.owner(importsContract.getImportCheck, { params })).check,
  )
  const value = await importOf(world, peopleFileKey)
  const note = `${ROWS.toLocaleString('en-US')} rows, ten columns, every fifth person known`
  return [
    { name: 'dry run of an import', value: tried, unit: 'rows/s', note },
    { name: 'import', value, unit: 'rows/s', least: 8_000, note },
  ]
}
