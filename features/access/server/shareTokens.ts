import type { Keys } from '@millrace/kit/server'

const PURPOSE = 'share'

/** What a share token opens: one thing of one account, to read. */
export type Share = { accountId: number; subject: string }

/** Makes a read-only token for `subject`, for example `flow:12`. */
export const shareToken = (keys: Keys, { accountId, subject }: Share): string =>
  keys.token(PURPOSE, { a: accountId, s: subject })

/** What a share token opens, or undefined where it is not one of ours. */
export const readShareToken = (keys: Keys, token: string, now: Date): Share | undefined => {
  try {
    const data = keys.readToken<{ a: number; s: string }>(PURPOSE, token, now)
    return data && { accountId: data.a, subject: data.s }
  } catch {
    // A token that is not even readable opens nothing.
    return undefined
  }
}
