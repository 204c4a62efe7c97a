import { createPublicKey, type KeyObject } from 'node:crypto'
import { isCertificateOfSns } from './sns.ts'

/** Fetches a text from an address of a provider. */
export type FetchText = (url: string) => Promise<string>

const MOST = 20

/** Keys of SNS by the address of their certificates, each fetched once. Answers undefined for addresses that are not of SNS. */
export const openCertificates = (fetchText: FetchText): ((url: string) => Promise<KeyObject | undefined>) => {
  const known = new Map<string, Promise<KeyObject>>()
  return async (url) => {
    if (!isCertificateOfSns(url)) return undefined
    const key = known.get(url) ?? fetchText(url).then((pem) => createPublicKey(pem))
    if (known.size >= MOST) known.clear()
    known.set(url, key)
    return key.catch((error) => {
      known.delete(url)
      throw error
    })
  }
}
