import type { House, Tx } from '@millrace/kit/server'

/**
 * Queues the next slice of an import or a check behind what waits already. It stands in no named queue: the job library lets
 * go of those only after it has looked for the next job, which would leave the worker idle between two slices.
 */
export const queueImport = (tx: Tx, house: House, accountId: number, id: number): Promise<void> =>
  house.jobs.add(tx, 'imports.run', { accountId, id }, { key: `import:${accountId}:${id}` })
