import type { Selected } from '@millrace/kit/web'
import type { Selection } from '../../contract/index.ts'

/** Whom "all" means: a segment, or everybody that a list shows. */
export type Everybody = Pick<Selection, 'segmentId' | 'query' | 'archived' | 'ignoreAnonymous'>

/** The chosen rows as bulk calls take them. */
export const selectionBody = ({ isAll, ids }: Selected<number>, everybody: Everybody): Selection => {
  if (!isAll) return { people: [...ids].map((id) => ({ id })) }
  const { segmentId, query, archived, ignoreAnonymous } = everybody
  const except = ids.size > 0 && { except: [...ids] }
  if (segmentId !== undefined) return { segmentId, ...except }
  return {
    all: true,
    ...except,
    ...(query && { query }),
    ...(archived && { archived }),
    ...(ignoreAnonymous && { ignoreAnonymous }),
  }
}
