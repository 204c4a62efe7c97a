import type { House } from '@millrace/kit/server'

/** An address as it is remembered of the erased: only the installation that has the secret can compare with it. */
export const addressHash = ({ keys }: Pick<House, 'keys'>, accountId: number, address: string): string =>
  keys.sign('erased-address', `${accountId} ${address.trim().toLowerCase()}`, 32)
