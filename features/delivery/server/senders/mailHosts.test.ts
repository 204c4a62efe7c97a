import { keysFrom } from '@millrace/kit/server'
import { describe, expect, it } from 'vitest'
import { readReturnAddress } from '../returns/returnAddress.ts'
import { linkBaseOf, type MailHosts, replyAddressOf, returnPathOf } from './mailHosts.ts'

const keys = keysFrom('a secret of thirty-two signs and more')
const send = { accountId: 1, id: 2, reasonAt: new Date('2026-03-10T09:00:00.000Z') }
const NONE: MailHosts = new Map()
const verifiedAt = new Date(0)
const WITH: MailHosts = new Map([
  ['acme.example', { verifiedAt, returnHost: 'mb.acme.example', trackingHost: 't.acme.example' }],
  ['bare.example', { verifiedAt }],
])
const houseOf = (settings: object) => ({ keys, publicUrl: 'https://mill.example', settings: settings as never })

describe('the hosts that stand in mail', () => {
  it.each([
    ['without a host whoever writes', {}, 'Ann@acme.example', WITH, 'Ann@acme.example'],
    [
      'the domain where its record is there',
      { RETURN_HOST: 'Back.mill.example' },
      'ann@ACME.example',
      WITH,
      'mb.acme.example',
    ],
    ['else the installation', { RETURN_HOST: 'Back.mill.example' }, 'ann@bare.example', WITH, 'back.mill.example'],
    ['also for unknown domains', { RETURN_HOST: 'back.mill.example' }, 'ann@x.example', NONE, 'back.mill.example'],
  ])('bounces come back to: %s', (_what, settings, from, hosts, expected) => {
    const path = returnPathOf(houseOf(settings), send, from, hosts)
    if (!('RETURN_HOST' in settings)) return expect(path).toBe(expected)
    expect(path.endsWith(`@${expected}`)).toBe(true)
    expect(readReturnAddress(keys, path)).toEqual({ kind: 'b', send })
  })

  it('links begin at the domain where its record is there, else at the installation', () => {
    const house = houseOf({ TRACKING_HOST: 'links.mill.example' })
    expect(linkBaseOf(house, 'ann@acme.example', WITH)).toBe('https://t.acme.example')
    expect(linkBaseOf(house, 'ann@bare.example', WITH)).toBe('https://mill.example')
    expect(linkBaseOf(houseOf({}), 'ann@acme.example', WITH)).toBe('https://mill.example')
  })

  it('answers come by way of us only where a host is set for them', () => {
    expect(replyAddressOf(houseOf({}), send)).toBeUndefined()
    const address = replyAddressOf(houseOf({ REPLY_HOST: 'answers.mill.example' }), send) ?? ''
    expect(readReturnAddress(keys, address)).toEqual({ kind: 'r', send })
  })
})
