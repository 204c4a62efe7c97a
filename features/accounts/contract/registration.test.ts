import { describe, expect, it } from 'vitest'
import { pickStep } from './registration.ts'

const account = {
  email: 'a@acme.example',
  createdAt: '2026-11-21T10:00:00Z',
  teamMemberName: '',
  flags: {} as { providedSiteAndName?: boolean; hasSetInitialPassword?: boolean },
}

describe('the next step of a registration', () => {
  it.each([
    ['nobody yet', undefined, 'email'],
    ['an account without e-mail', { ...account, email: '' }, 'email'],
    ['an e-mail', account, 'name'],
    ['a name too', { ...account, teamMemberName: 'Mara' }, 'company'],
    ['a site too', { ...account, teamMemberName: 'Mara', flags: { providedSiteAndName: true } }, 'password'],
    ['a site without a name', { ...account, flags: { providedSiteAndName: true } }, 'password'],
    ['everything', { ...account, flags: { providedSiteAndName: true, hasSetInitialPassword: true } }, 'done'],
    ['an account from before', { ...account, createdAt: '2023-08-30T09:59:59Z' }, 'done'],
  ] as const)('with %s', (_name, known, step) => {
    expect(pickStep(known)).toBe(step)
  })
})
