import type { Selected } from '@millrace/kit/web'
import type { Selection } from '../../contract/index.ts'

/** The chosen rows as bulk calls take them. */
export const selectionBody = ({ isAll, ids }: Selected<number>, search: string): Selection => {
  if (!isAll) return { people: [...ids].map((id) => ({ id })) }
  return { all: true, ...(ids.size > 0 && { except: [...ids] }), ...(search && { query: search }) }
}
