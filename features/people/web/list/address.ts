import { addressShape, param } from '@millrace/kit/web'

/** What the address of the list says. */
export const ListAddress = addressShape({
  search: param.text(),
  sort: param.text(),
  /** A segment; 1 is the archived people. */
  folder: param.text(),
  'add-person': param.text(),
})

/** The segment of archived people. */
export const ARCHIVED = '1'

/** Fewest characters that are searched for. */
export const SEARCH_FROM = 2
