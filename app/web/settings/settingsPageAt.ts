import type { Page } from '../boot/page.ts'
import { ADMIN_PAGES } from './adminPages.ts'
import { SETTINGS_PAGES } from './settingsPages.ts'

/** The page at a path, and what the path says in the place of its parameters. */
export const settingsPageAt = (path: string): { page: Page; params: Record<string, string> } | undefined => {
  for (const page of [...SETTINGS_PAGES, ...ADMIN_PAGES]) {
    const pattern = page.path.replace(/\$(\w+)/g, '(?<$1>[^/]+)')
    const found = new RegExp(`^${pattern}/?$`).exec(path)
    if (!found) continue
    const params = Object.entries(found.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)])
    return { page, params: Object.fromEntries(params) }
  }
  return undefined
}
