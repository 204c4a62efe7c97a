import type { Preview } from '../../contract/import.ts'
import { type Draft, mappedOf } from './draft.ts'

/** What is sent to try or to start an import that is being put together. */
export const newImportBody = (file: string, preview: Preview, draft: Draft) => ({
  peopleFileKey: file,
  numPeople: preview.numPeople,
  encoding: preview.encoding,
  delimiter: preview.delimiter,
  hasHeader: preview.hasHeader,
  tags: draft.tags,
  existingPeopleStrategy: draft.strategy,
  fieldMapping: Object.fromEntries(mappedOf(draft).map(([header, { isNew: _isNew, ...target }]) => [header, target])),
})
