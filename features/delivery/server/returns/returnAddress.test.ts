import { keysFrom } from '@millrace/kit/server'
import { describe, expect, it } from 'vitest'
import { readReturnAddress, returnAddress } from './returnAddress.ts'

const keys = keysFrom('a secret of thirty-two signs and more')
const send = { accountId: 36 ** 6 - 1, id: 36 ** 9, reasonAt: new Date('2099-12-31T23:59:59.999Z') }

describe('addresses that mail comes back to', () => {
  it('fit into a local part and are read whatever becomes of their letters', () => {
    for (const kind of ['b', 'r'] as const) {
      const local = returnAddress(keys, kind, send)
      expect(local.length).toBeLessThanOrEqual(64)
      expect(readReturnAddress(keys, `${local.toUpperCase()}@Mb.Acme.Example`)).toEqual({ kind, send })
    }
  })

  it('cannot be made up', () => {
    const local = returnAddress(keys, 'b', send)
    const others = [
      local.replace(/^b/, 'r'),
      local.replace(/^b\.[^.]+/, 'b.1'),
      `${local.slice(0, -1)}${local.endsWith('0') ? '1' : '0'}`,
      returnAddress(keysFrom('another secret of thirty-two signs and more'), 'b', send),
      'b.1.1.1.',
      '',
    ]
    for (const other of others) expect(readReturnAddress(keys, `${other}@mb.acme.example`)).toBeUndefined()
  })
})
