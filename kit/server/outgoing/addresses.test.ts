import { expect, test } from 'vitest'
import { isPublicAddress, mayReach, readAllowed } from './addresses.ts'

test.each([
  ['8.8.8.8', true],
  ['1.1.1.1', true],
  ['172.15.255.255', true],
  ['172.32.0.1', true],
  ['100.63.255.255', true],
  ['2606:4700:4700::1111', true],
  ['2a00:1450:4001::1', true],
  ['::ffff:8.8.8.8', true],
  ['64:ff9b::808:808', true],
  ['2002:808:808::1', true],
  ['0.0.0.0', false],
  ['0.1.2.3', false],
  ['10.0.0.1', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['127.255.255.254', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::127.0.0.1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:7f00:1', false],
  ['0:0:0:0:0:ffff:a9fe:a9fe', false],
  ['::ffff:0:127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b:1::1', false],
  ['2002:7f00:1::', false],
  ['2002:c0a8:101::1', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['fc00::1', false],
  ['fd00:ec2::254', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['fec0::1', false],
  ['ff02::1', false],
  ['100::1', false],
  ['example.com', false],
  ['', false],
])('%s is of the open internet: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

test.each([
  ['crm.internal', 'crm.internal', '10.1.1.1', true],
  ['CRM.internal', 'crm.INTERNAL', '10.1.1.1', true],
  ['crm.internal', 'crm.internal.evil.example', '10.1.1.1', false],
  ['10.0.0.0/8', 'any.example', '10.200.0.1', true],
  ['10.0.0.0/8', 'any.example', '::ffff:10.200.0.1', true],
  ['10.0.0.0/8', 'any.example', '11.0.0.1', true],
  ['10.0.0.0/8', 'any.example', '192.168.0.1', false],
  ['127.0.0.1', '127.0.0.1', '127.0.0.1', true],
  ['127.0.0.1', 'x.example', '127.0.0.2', false],
  ['fd00::/8', 'x.example', 'fd12::1', true],
  ['', 'localhost', '127.0.0.1', false],
])('with "%s" allowed, %s at %s may be reached: %s', (allow, host, address, expected) => {
  expect(mayReach(readAllowed(allow), host, address)).toBe(expected)
})

test.each(['10.0.0.0/33', 'http://x.example', 'a b', '10.0.0.0/x', '-x.example'])('"%s" cannot be allowed', (text) => {
  expect(() => readAllowed(text)).toThrow(/is neither a host name/)
})
