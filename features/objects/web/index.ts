import { lazyScreen } from '@millrace/kit/web'

/** The objects of a kind, at /objects/{objectName}. */
export const ObjectsScreen = lazyScreen(() => import('./screens/ObjectsScreen.tsx'))
/** One object, at /objects/{objectName}/{id}. */
export const ObjectScreen = lazyScreen(() => import('./screens/ObjectScreen.tsx'))
/** The kinds of objects, at /settings/objects, and one of them, at /settings/objects/{objectName}. */
export const ObjectSettings = lazyScreen(() => import('./screens/ObjectSettings.tsx'))
/** What a person is tied to, for their page. */
export const PersonObjects = lazyScreen(() => import('./ties/PersonObjects.tsx'))
export { addressOfObject, nameOfObject, subOfObject } from './data.ts'
export { useObjectWork } from './jobs/useObjectWork.ts'
export { objectCommands } from './objectCommands.tsx'
export { type ObjectPart, objectPorts, type SegmentChoice } from './ports.ts'
export { ObjectDialogs } from './settings/ObjectDialogs.tsx'
export { useObjectEntries } from './useObjectEntries.ts'
