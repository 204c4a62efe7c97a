import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { House } from '@millrace/kit/server'

/** A certificate with its key. */
type Certificate = { cert: string; key: string }

/** Certificates live for weeks; one that was renewed is taken up this soon. */
const LOOK_EVERY_MS = 3_600_000

/** The certificate that the settings name, or undefined where they name none; throws where it cannot be used. */
export const inboundCertificate = ({ settings }: Pick<House, 'settings'>): Certificate | undefined => {
  const { INBOUND_TLS_CERT, INBOUND_TLS_KEY } = settings
  if (!INBOUND_TLS_CERT || !INBOUND_TLS_KEY) return undefined
  try {
    const certificate = { cert: readFileSync(INBOUND_TLS_CERT, 'utf8'), key: readFileSync(INBOUND_TLS_KEY, 'utf8') }
    createSecureContext(certificate)
    return certificate
  } catch (cause) {
    throw new Error(`INBOUND_TLS_CERT and INBOUND_TLS_KEY cannot be used: ${(cause as Error).message}`, { cause })
  }
}

/** Says when the certificate was renewed, until the answer is called. What cannot be read is not taken up. */
export const watchCertificate = (
  house: Pick<House, 'settings' | 'log'>,
  { cert, key }: Certificate,
  renewed: (certificate: Certificate) => void,
  everyMs = LOOK_EVERY_MS,
): (() => void) => {
  let before = cert + key
  const look = () => {
    try {
      const found = inboundCertificate(house)
      if (!found || found.cert + found.key === before) return
      before = found.cert + found.key
      renewed(found)
    } catch (err) {
      house.log.error({ err }, 'the certificate of the server for what comes back stays as it was')
    }
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
