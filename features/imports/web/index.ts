import { lazyScreen } from '@millrace/kit/web'

/** All imports, at /people/imports. */
export const ImportList = lazyScreen(() => import('./screens/ImportList.tsx'))
/** Bringing a file in, at /people/imports/new and /people/imports/new/{stageName}. */
export const NewImport = lazyScreen(() => import('./screens/NewImport.tsx'))
/** One import, at /people/imports/{id}. */
export const ImportScreen = lazyScreen(() => import('./screens/ImportScreen.tsx'))
