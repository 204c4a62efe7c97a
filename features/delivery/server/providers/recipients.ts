import { createHash } from 'node:crypto'

/** Names an address where it may not be written itself. */
export const addressMark = (address: string): string =>
  createHash('sha256').update(address.trim().toLowerCase()).digest('hex').slice(0, 16)

/**
 * Whether an event about an address is about the mail's own recipient. Providers tell of copies under the same name as of
 * the mail; `mark` was sent along with those that have copies.
 */
export const isOwnRecipient = (mark: string | undefined, address: string): boolean =>
  mark === undefined || mark === addressMark(address)
