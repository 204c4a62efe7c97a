import { Resolver } from 'node:dns/promises'

/**
 * Asks DNS for records of a host: an empty list where there are none, undefined where DNS did not answer. Names that a
 * CNAME leads to come without the dot at their end.
 */
export type LookUp = (host: string, type: 'TXT' | 'CNAME') => Promise<string[] | undefined>

const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA'])

/** Looks up records, at the given servers (`host:port`) or those of the machine. */
export const lookUpWith = (servers: readonly string[] = []): LookUp => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  if (servers.length) resolver.setServers(servers)
  const ask = async (host: string, type: 'TXT' | 'CNAME') =>
    type === 'TXT'
      ? (await resolver.resolveTxt(host)).map((parts) => parts.join(''))
      : (await resolver.resolveCname(host)).map((name) => name.replace(/\.$/, '').toLowerCase())
  return async (host, type) => {
    try {
      return await ask(host, type)
    } catch (error) {
      return NOTHING_THERE.has((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined
    }
  }
}
