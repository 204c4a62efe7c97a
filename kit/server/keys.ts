import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Signing and sealing with keys derived from the installation's one secret. */
export type Keys = {
  /** A short signature (`bytes`, 16 unless told) of `text` for `purpose`, base64url. */
  sign(purpose: string, text: string, bytes?: number): string
  verify(purpose: string, text: string, signature: string, bytes?: number): boolean
  /** A token that carries `data` and, with `expiresAt`, a last moment. */
  token(purpose: string, data: unknown, expiresAt?: Date): string
  /** The data of a token, or undefined where it is forged, of another purpose or over its time. */
  readToken<T>(purpose: string, token: string, now: Date): T | undefined
  /** Encrypts a secret for storage (AES-256-GCM). */
  seal(text: string): string
  open(sealed: string): string
}

const same = (a: string, b: string) => {
  const x = Buffer.from(a)
  const y = Buffer.from(b)
  return x.length === y.length && timingSafeEqual(x, y)
}

/** Keys from one secret; each purpose gets its own by HKDF (RFC 5869). */
export const keysFrom = (secret: string): Keys => {
  const derived = new Map<string, KeyObject>()
  const keyOf = (purpose: string) => {
    let key = derived.get(purpose)
    if (!key) {
      // Bytes would be made into a key for each signature, which costs six times as much as signing.
      key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'millrace', purpose, 32)))
      derived.set(purpose, key)
    }
    return key
  }
  const sign = (purpose: string, text: string, bytes = 16) =>
    createHmac('sha256', keyOf(purpose)).update(text).digest().subarray(0, bytes).toString('base64url')
  const verify = (purpose: string, text: string, signature: string, bytes = 16) =>
    same(sign(purpose, text, bytes), signature)
  return {
    sign,
    verify,
    token: (purpose, data, expiresAt) => {
      const body = Buffer.from(JSON.stringify({ d: data, ...(expiresAt && { e: expiresAt.getTime() }) })).toString(
        'base64url',
      )
      return `${body}.${sign(purpose, body, 24)}`
    },
    readToken: <T>(purpose: string, token: string, now: Date) => {
      const [body, signature] = token.split('.')
      if (!body || !signature || !verify(purpose, body, signature, 24)) return undefined
      const { d, e } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { d: T; e?: number }
      return e !== undefined && e < now.getTime() ? undefined : d
    },
    seal: (text) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyOf('seal'), iv)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open: (sealed) => {
      const raw = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', keyOf('seal'), raw.subarray(0, 12))
      decipher.setAuthTag(raw.subarray(12, 28))
      return Buffer.concat([decipher.update(raw.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}
