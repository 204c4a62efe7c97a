import type { House } from '@millrace/kit/server'

/** What the link of a double opt-in names. */
export type OptInLink = {
  accountId: number
  personId: number
  /** 0: mail as a whole. */
  categoryId: number
  redirect?: string
}

const PURPOSE = 'opt-in'

/** The token of a link; where it leads afterwards is signed as well, so that nobody makes it lead elsewhere. */
export const optInToken = ({ keys }: Pick<House, 'keys'>, link: OptInLink, expiresAt: Date): string =>
  keys.token(PURPOSE, link, expiresAt)

/** What a token names, or undefined where it is forged or over. */
export const readOptInToken = ({ keys, clock }: Pick<House, 'keys' | 'clock'>, token: string): OptInLink | undefined =>
  keys.readToken<OptInLink>(PURPOSE, token, clock.now())
