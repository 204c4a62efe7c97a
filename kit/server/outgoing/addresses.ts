import { BlockList, isIP } from 'node:net'

/** Networks that no request of ours may reach: this machine, private ones, link-local (metadata of clouds), and those that are nobody's. */
const CLOSED_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** What the world can route to; everything else of version 6 is closed. */
const OPEN_6 = '2000::/3'
const CLOSED_6 = ['2001::/23', '2001:db8::/32', '3fff::/20']
/** Translates version 4 into version 6; the last 32 bits are the address. */
const NAT64 = '64:ff9b::/96'
/** Carries an address of version 4 in its second 32 bits. */
const SIX_TO_FOUR = '2002::/16'

const networks = (family: 'ipv4' | 'ipv6', list: readonly string[]): BlockList => {
  const found = new BlockList()
  for (const network of list) {
    const [address = '', length = ''] = network.split('/')
    found.addSubnet(address, Number(length), family)
  }
  return found
}

const closed4 = networks('ipv4', CLOSED_4)
const open6 = networks('ipv6', [OPEN_6])
const closed6 = networks('ipv6', CLOSED_6)
const nat64 = networks('ipv6', [NAT64])
const sixToFour = networks('ipv6', [SIX_TO_FOUR])
const mapped = networks('ipv6', ['::ffff:0:0/96'])

/** The eight groups of an address of version 6. */
const groupsOf = (address: string): number[] => {
  // The URL parser writes every form of it in the same way, without dots.
  const text = new URL(`http://[${address.split('%')[0]}]/`).hostname.slice(1, -1)
  const [head = '', tail] = text.split('::')
  const read = (part: string) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : [])
  const [before, after] = [read(head), read(tail ?? '')]
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after]
}

const fourFrom = (high = 0, low = 0): string => [high >> 8, high & 255, low >> 8, low & 255].join('.')

/** The address of version 4 that one of version 6 leads to, where it does. */
const fourWithin = (address: string): string | undefined => {
  const isAmong = (list: BlockList) => list.check(address, 'ipv6')
  if (!isAmong(mapped) && !isAmong(nat64) && !isAmong(sixToFour)) return undefined
  const groups = groupsOf(address)
  return isAmong(sixToFour) ? fourFrom(groups[1], groups[2]) : fourFrom(groups[6], groups[7])
}

/** Whether an address is one of the open internet. What cannot be read is not. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address)
  if (version === 4) return !closed4.check(address, 'ipv4')
  if (version !== 6) return false
  const within = fourWithin(address)
  if (within) return isPublicAddress(within)
  return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
}

/** What an operator opens besides: host names, addresses and networks. */
export type Allowed = { hosts: ReadonlySet<string>; addresses: BlockList }

const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i

/** Reads host names, addresses and networks, separated by commas; throws where one is neither. */
export const readAllowed = (text: string): Allowed => {
  const allowed = { hosts: new Set<string>(), addresses: new BlockList() }
  for (const one of text.split(',').map((part) => part.trim().toLowerCase())) {
    if (!one) continue
    const [address = '', length] = one.split('/')
    const version = isIP(address)
    const most = version === 4 ? 32 : 128
    const bits = length === undefined ? most : Number(length)
    if (version && Number.isInteger(bits) && bits >= 0 && bits <= most)
      allowed.addresses.addSubnet(address, bits, version === 4 ? 'ipv4' : 'ipv6')
    else if (!version && length === undefined && HOST.test(one)) allowed.hosts.add(one)
    else throw new Error(`"${one}" is neither a host name nor an address nor a network such as 10.0.0.0/8`)
  }
  return allowed
}

/** Whether a request for a host may go to an address. */
export const mayReach = ({ hosts, addresses }: Allowed, host: string, address: string): boolean => {
  if (isPublicAddress(address) || hosts.has(host.toLowerCase())) return true
  const version = isIP(address)
  if (!version) return false
  const within = version === 6 ? fourWithin(address) : undefined
  if (within) return addresses.check(within, 'ipv4')
  return addresses.check(address, version === 4 ? 'ipv4' : 'ipv6')
}
