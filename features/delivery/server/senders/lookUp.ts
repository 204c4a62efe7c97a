import { Resolver } from 'node:dns/promises'
import type { LookUp } from './domains.ts'

const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA'])

/** Looks up TXT records, at the given servers (`host:port`) or those of the machine. */
export const lookUpWith = (servers: readonly string[] = []): LookUp => {
  const resolver = new Resolver({ timeout: 5_000, tries: 2 })
  if (servers.length) resolver.setServers(servers)
  return async (host) => {
    try {
      return (await resolver.resolveTxt(host)).map((parts) => parts.join(''))
    } catch (error) {
      return NOTHING_THERE.has((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined
    }
  }
}
