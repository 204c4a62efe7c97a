import { lazyScreen } from '@millrace/kit/web'

/** The tags of an account, at /settings/tags. */
export const TagsScreen = lazyScreen(() => import('./screens/TagsScreen.tsx'))
/** The record of people who were erased, at /settings/erased-people. */
export const ErasedPeople = lazyScreen(() => import('./screens/ErasedPeople.tsx'))
/** The fields of people, at /settings/fields. */
export const FieldsScreen = lazyScreen(() => import('./screens/FieldsScreen.tsx'))
