import { describe, expect, it } from 'vitest'
import { ADMIN_PAGES } from './adminPages.ts'
import { settingsPageAt } from './settingsPageAt.ts'
import { SETTINGS_PAGES } from './settingsPages.ts'

describe('the pages of settings', () => {
  it('are found by their path, with its parameters', () => {
    const at = (path: string) => {
      const { page, params } = settingsPageAt(path) ?? {}
      return page && [page.title, params]
    }
    expect(at('/settings/email/domains')).toEqual(['Domains', {}])
    expect(at('/settings/email/domains/12')).toEqual(['Domain', { id: '12' }])
    expect(at('/settings/objects/my%20thing/')).toEqual(['Objects', { objectName: 'my thing' }])
    expect(at('/admin/moderation')).toEqual(['Moderation', {}])
    expect(at('/admin/12')).toEqual(['All accounts', { id: '12' }])
    expect(at('/profile')).toEqual(['Profile', {}])
    expect(at('/settings/nothing')).toBeUndefined()
    expect(at('/settings/email/domains/12/more')).toBeUndefined()
  })

  // Loads every screen.
  it('lead each to a screen', { timeout: 60_000 }, async () => {
    for (const { screen, path } of [...SETTINGS_PAGES, ...ADMIN_PAGES]) {
      expect(await screen.load(), path).toMatchObject({ default: expect.anything() })
    }
  })
})
