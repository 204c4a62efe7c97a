/** Says of a mail that is about to go when it may, if not now. */
export type Throttle = (accountId: number, recipientDomain: string, now: Date) => Date | undefined

/** Mails a second; absent means as many as there are. */
export type Rates = { perAccount?: number; perDomain?: number }

type Bucket = { tokens: number; at: number }

const take = (buckets: Map<string, Bucket>, key: string, rate: number, now: number): number => {
  if (buckets.size > 50_000) buckets.clear()
  const bucket = buckets.get(key) ?? { tokens: Math.max(1, rate), at: now }
  bucket.tokens = Math.min(Math.max(1, rate), bucket.tokens + ((now - bucket.at) / 1000) * rate)
  bucket.at = now
  buckets.set(key, bucket)
  if (bucket.tokens < 1) return ((1 - bucket.tokens) / rate) * 1000
  bucket.tokens--
  return 0
}

/** A throttle by token buckets, one an account and one an account and recipient domain. */
export const throttleOf = ({ perAccount, perDomain }: Rates): Throttle => {
  const accounts = new Map<string, Bucket>()
  const domains = new Map<string, Bucket>()
  return (accountId, recipientDomain, now) => {
    const at = now.getTime()
    const waits = [
      perAccount ? take(accounts, String(accountId), perAccount, at) : 0,
      perDomain ? take(domains, `${accountId} ${recipientDomain}`, perDomain, at) : 0,
    ]
    const wait = Math.max(...waits)
    return wait > 0 ? new Date(at + Math.ceil(wait)) : undefined
  }
}
