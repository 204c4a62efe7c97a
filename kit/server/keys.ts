import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
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

const BLOCK = 64
const DIGEST = 32
/** Longer texts are signed in the usual way. */
const MOST_SIGNS = 200
const BYTES_OF_SIGN = 3

/**
 * HMAC-SHA256 (RFC 2104) of short texts, in base64url. Every mail is signed some four times, and an object of the library for
 * each costs three times what the two digests do.
 */
const shortHmac = (key: Buffer) => {
  const inner = Buffer.alloc(BLOCK + MOST_SIGNS * BYTES_OF_SIGN, 0x36)
  const outer = Buffer.alloc(BLOCK + DIGEST, 0x5c)
  for (const [index, byte] of key.entries()) {
    inner[index] = byte ^ 0x36
    outer[index] = byte ^ 0x5c
  }
  return (text: string, bytes: number): string => {
    const end = BLOCK + inner.write(text, BLOCK)
    outer.write(hash('sha256', inner.subarray(0, end), 'binary'), BLOCK, 'binary')
    if (bytes % 3 === 0) return hash('sha256', outer, 'base64url').slice(0, (bytes / 3) * 4)
    return hash('sha256', outer, 'buffer').subarray(0, bytes).toString('base64url')
  }
}

/** Keys from one secret; each purpose gets its own by HKDF (RFC 5869). */
export const keysFrom = (secret: string): Keys => {
  const derived = new Map<string, { key: KeyObject; short: ReturnType<typeof shortHmac> }>()
  const derive = (purpose: string) => {
    let found = derived.get(purpose)
    if (!found) {
      const bytes = Buffer.from(hkdfSync('sha256', secret, 'millrace', purpose, 32))
      // Bytes would be made into a key for each signature, which costs six times as much as signing.
      found = { key: createSecretKey(bytes), short: shortHmac(bytes) }
      derived.set(purpose, found)
    }
    return found
  }
  const keyOf = (purpose: string) => derive(purpose).key
  const sign = (purpose: string, text: string, bytes = 16) =>
    text.length <= MOST_SIGNS
      ? derive(purpose).short(text, bytes)
      : createHmac('sha256', keyOf(purpose)).update(text).digest().subarray(0, bytes).toString('base64url')
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
