import { newDataDir, removeDataDir, startInstance } from '../instance/instance.ts'
import type { Figure } from './table.ts'

/** How long from the command to the first answered request: with a new database, with one that is there, after a kill. */
export const measureStart = async (): Promise<Figure[]> => {
  const dataDir = newDataDir()
  const timed = async (end: 'stop' | 'kill') => {
    const from = performance.now()
    const instance = await startInstance({ dataDir })
    const reply = await fetch(`${instance.address}/readyz`)
    if (!reply.ok) throw new Error(`/readyz answers ${reply.status}`)
    const ms = performance.now() - from
    await instance[end]()
    return ms / 1000
  }
  const cold = await timed('stop')
  const warm = await timed('kill')
  const recovered = await timed('stop')
  removeDataDir(dataDir)
  return [
    { name: 'start, new database', value: cold, unit: 's', most: 15 },
    { name: 'start, again', value: warm, unit: 's', most: 5 },
    { name: 'start, after kill -9', value: recovered, unit: 's', most: 10 },
  ]
}
