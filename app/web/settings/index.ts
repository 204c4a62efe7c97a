import { lazyScreen } from '@millrace/kit/web'

/** The fields of people, at /settings/fields, with the dialogs about objects that the documents put there. */
export const FieldsWithObjects = lazyScreen(() => import('./FieldsWithObjects.tsx'))
