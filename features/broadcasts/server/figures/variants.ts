import type { Tx } from '@millrace/kit/server'
import type { Tried } from '../rules/certainty.ts'
import type { BroadcastRow } from '../store/rows.ts'
import { countByVariant, noFigures } from './count.ts'

/** How each variant of a test did so far: of those who got it, who opened or clicked. */
export const triedOf = async (tx: Tx, row: BroadcastRow, by: 'open' | 'click'): Promise<Tried[]> => {
  const counted = await countByVariant(tx, row)
  return row.variantIds.map((id) => {
    const { delivered, opened, clicked } = counted.get(id) ?? noFigures()
    return { people: delivered, met: by === 'click' ? clicked : opened }
  })
}
