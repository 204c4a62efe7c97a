import type { LazyScreen } from '@millrace/kit/web'

/** A line of the site map: an address, its screen and how it is reached. */
export type Page = {
  path: string
  screen: LazyScreen
  title: string
  /** Open to everyone; shown without the top bar. */
  isPublic?: true
  /** Shown without the top bar although someone must be signed in. */
  isBare?: true
}

/** One address: `page('/flows', FlowList, 'Flows')`. Parameters are written `$name`. */
export const page = (
  path: string,
  screen: LazyScreen,
  title: string,
  options: Pick<Page, 'isPublic' | 'isBare'> = {},
): Page => ({ path, screen, title, ...options })
