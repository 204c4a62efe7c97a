import type { Selected } from '@millrace/kit/web'
import type { ObjectSelection } from '../../contract/index.ts'
import type { Wanted } from './objectsSource.ts'

/** The chosen rows of a list as calls take them. */
export const selectionBody = (
  { isAll, ids }: Selected<number>,
  { search, isArchived, segmentId }: Pick<Wanted, 'search' | 'isArchived' | 'segmentId'>,
): ObjectSelection =>
  isAll
    ? {
        all: true,
        ...(ids.size > 0 && { except: [...ids] }),
        ...(segmentId !== undefined && { segmentId }),
        ...(search && { query: search }),
        ...(isArchived && { archived: true }),
      }
    : { ids: [...ids] }
