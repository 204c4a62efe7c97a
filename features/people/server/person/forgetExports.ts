import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type JobHandler, job } from '@millrace/kit/jobs'
import { type House, pathOfExport, removeExport, type Tx } from '@millrace/kit/server'
import { z } from 'zod'

/** Exports whose files are kept, and those that are being written. */
const FILES = `
select id, file_key as key, status in ('queued', 'running') as "isWritten" from people_jobs
where account_id = $1 and kind = 'export' and file_key is not null`

/** The file is no more; that there was an export stays. */
const FORGET = `update people_jobs set file_key = null where account_id = $1 and id = $2`

const NAME = 'people.forget-exports'

const tells = async (path: string, traces: readonly string[]): Promise<boolean> => {
  const lines = createInterface({ input: createReadStream(path, 'utf8') })
  try {
    for await (const line of lines) {
      const words = line.toLowerCase()
      if (traces.some((trace) => words.includes(trace))) return true
    }
    return false
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  } finally {
    lines.close()
  }
}

/** Lets the files of exports be looked through for an erased person, in the transaction that erases. */
export const queueForgetting = (tx: Tx, house: House, accountId: number, traces: readonly string[]): Promise<void> =>
  house.jobs.add(tx, NAME, { accountId, sealed: house.keys.seal(JSON.stringify(traces)) }, { attempts: 25 })

/** Removes exported files that an erased person stands in; one that is being written is looked at again later. */
export const forgetExports = (house: House): JobHandler =>
  job({
    name: NAME,
    schema: z.object({ accountId: z.number(), sealed: z.string() }),
    attempts: 25,
    run: async ({ accountId, sealed }) => {
      const traces = JSON.parse(house.keys.open(sealed)) as string[]
      type File = { id: number; key: string; isWritten: boolean }
      const files = await house.db.account(accountId, (tx) => tx.rows<File>(FILES, [accountId]))
      let areLeft = 0
      for (const { id, key, isWritten } of files) {
        if (!(await tells(pathOfExport(house, key), traces))) continue
        if (isWritten) {
          areLeft++
          continue
        }
        await removeExport(house, key)
        await house.db.account(accountId, (tx) => tx.run(FORGET, [accountId, id]))
      }
      if (areLeft) throw new Error(`${areLeft} exports are still being written`)
    },
  })
