import { lazyScreen } from '@millrace/kit/web'

/** The objects of a kind, at /objects/{objectName}. */
export const ObjectsScreen = lazyScreen(() => import('./screens/ObjectsScreen.tsx'))
/** One object, at /objects/{objectName}/{id}. */
export const ObjectScreen = lazyScreen(() => import('./screens/ObjectScreen.tsx'))
/** The kinds of objects, at /settings/objects. */
export const ObjectSettings = lazyScreen(() => import('./screens/ObjectSettings.tsx'))
/** One kind of object, at /settings/objects/{objectName}. */
export const SchemaSettings = lazyScreen(() => import('./screens/SchemaSettings.tsx'))
/** What a person is tied to, for their page. */
export const PersonObjects = lazyScreen(() => import('./ties/PersonObjects.tsx'))
/** The dialogs about kinds of objects, for other settings screens. */
export const ObjectDialogs = lazyScreen(() => import('./settings/ObjectDialogs.tsx'))
export { objectCommands } from './objectCommands.tsx'
export { useObjectEntries } from './useObjectEntries.ts'
