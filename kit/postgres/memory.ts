import { totalmem } from 'node:os'

const MB = 1024 ** 2

/** What this process may use of the machine's memory, in bytes. */
export const usableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/**
 * How much of it PostgreSQL takes for pages, of which an account of a million people fits into two gigabytes: a quarter, as its
 * manual advises. The planner is told that half of it keeps pages in all.
 */
export const memorySettings = (bytes: number): Record<string, string> => {
  const pages = Math.min(2048, Math.max(128, Math.floor(bytes / MB / 4)))
  return { shared_buffers: `${pages}MB`, effective_cache_size: `${Math.max(512, Math.floor(bytes / MB / 2))}MB` }
}
