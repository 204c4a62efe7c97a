import { createHash, randomBytes } from 'node:crypto'

/** 32 random bytes that fit in a cookie, a header and an address. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is stored of a secret: secrets are random, so one SHA-256 is enough. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
