import type { House, Tx } from '@millrace/kit/server'
import type { ImportRow } from '../rules/importShape.ts'

/**
 * Queues the next slice of an import. Imports go one behind the other, so that they never take all the workers; checks, which
 * somebody is waiting for, do not stand in that queue.
 */
export const queueImport = (
  tx: Tx,
  house: House,
  accountId: number,
  { id, purpose }: Pick<ImportRow, 'id' | 'purpose'>,
): Promise<void> =>
  house.jobs.add(
    tx,
    'imports.run',
    { accountId, id },
    { key: `import:${accountId}:${id}`, ...(purpose === 'import' && { queue: 'imports' }) },
  )
