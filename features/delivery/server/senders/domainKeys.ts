import { generateKeyPair, randomInt } from 'node:crypto'
import { promisify } from 'node:util'

const newKey = promisify(generateKeyPair)

/** A key pair of each kind, for one domain of one account. */
export const makeKeys = async () => {
  const [rsa, ed] = await Promise.all([newKey('rsa', { modulusLength: 2048 }), newKey('ed25519', {})])
  const spki = (key: typeof rsa.publicKey) => key.export({ type: 'spki', format: 'der' })
  const pem = (key: typeof rsa.privateKey) => key.export({ type: 'pkcs8', format: 'pem' }) as string
  return {
    rsaKey: pem(rsa.privateKey),
    rsaPublic: spki(rsa.publicKey).toString('base64'),
    edKey: pem(ed.privateKey),
    edPublic: spki(ed.publicKey).subarray(-32).toString('base64'),
  }
}

/**
 * A selector that nobody else uses: there may be one key at a name, and the same domain may be written from by several
 * accounts, or by two installations, or be removed and added again.
 */
export const makeSelector = (accountId: number): string =>
  `m${accountId.toString(36)}-${randomInt(36 ** 4, 36 ** 5).toString(36)}`
