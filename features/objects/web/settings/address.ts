import { addressShape, param } from '@millrace/kit/web'

/** What the address says of the dialogs about kinds of objects; their names are those of the documents. */
export const DialogAddress = addressShape({
  /** `new`, or the name of the kind that is edited. */
  'custom-object-edit': param.text(),
  /** The name of the kind that a new association begins at; `new` where it is still to be chosen. */
  'custom-object-schemas-associate': param.text(),
  /** `new`, or the name of the field that is edited. */
  'custom-field-edit': param.text(),
})

/** Stands in the address for something that is to be made. */
export const NEW = 'new'

/** Where the settings of kinds of objects are, and of one of them. */
export const SETTINGS = '/settings/objects'
export const addressOfSettings = (objectName: string): string => `${SETTINGS}/${encodeURIComponent(objectName)}`
