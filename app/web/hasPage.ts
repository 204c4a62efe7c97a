import { PAGES } from './routes.ts'
import { SETTINGS_PAGES } from './settings/settingsPages.ts'

/** Is there a page at this address? Menus show only what there is. */
export const hasPage = (address: string): boolean => {
  const [wanted] = address.split(/[?#]/)
  return [...PAGES, ...SETTINGS_PAGES].some(({ path }) => path === wanted)
}
