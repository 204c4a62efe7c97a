import type { ComponentType, LazyExoticComponent } from 'react'

/** A line of the site map: an address, its screen and how it is reached. */
export type Page = {
  path: string
  screen: LazyExoticComponent<ComponentType>
  title: string
  /** Open to everyone; shown without the shell. */
  isPublic?: true
  /** Shown without the shell although someone must be signed in. */
  isBare?: true
}

/** One address. Parameters are written `$name`. */
export const page = (
  path: string,
  screen: LazyExoticComponent<ComponentType>,
  title: string,
  options: Pick<Page, 'isPublic' | 'isBare'> = {},
): Page => ({ path, screen, title, ...options })
