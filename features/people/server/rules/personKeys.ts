import { storableText } from '@millrace/kit/server'

/** The longest address that mail can carry (RFC 5321). */
const LONGEST_EMAIL = 254
const LONGEST_KEY = 255
const EMAIL =
  /^[^\s@"<>(),;:\\[\]]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,63}|xn--[a-z0-9-]{2,59})$/u

type Read<T> = { value: T | null; refusal?: undefined } | { refusal: string; value?: undefined }

/** An address as it is kept: trimmed, lower case. Empty becomes null; what is none is refused. */
export const readEmail = (raw: unknown): Read<string> => {
  if (raw === null || raw === undefined || raw === '') return { value: null }
  const email = String(raw).trim().toLowerCase()
  if (!email) return { value: null }
  if (typeof raw !== 'string' || email.length > LONGEST_EMAIL || !EMAIL.test(email) || email.includes('..')) {
    return { refusal: `"${email.slice(0, 80)}" is not an email address.` }
  }
  return { value: email }
}

/** A user id or anonymous id as it is kept: trimmed text; numbers become text. */
export const readKey = (name: string, raw: unknown): Read<string> => {
  if (raw === null || raw === undefined || raw === '') return { value: null }
  if (typeof raw !== 'string' && typeof raw !== 'number') return { refusal: `${name} must be a text or a number.` }
  const key = storableText(String(raw)).trim()
  if (key.length > LONGEST_KEY) return { refusal: `${name} can be ${LONGEST_KEY} characters long at the most.` }
  return { value: key || null }
}

const zones = new Map<string, string | undefined>()

/** The name of a time zone as PostgreSQL and the engine know it, or undefined. */
export const readTimezone = (raw: string): string | undefined => {
  const text = raw.trim()
  if (zones.has(text)) return zones.get(text)
  let zone: string | undefined
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
    zone = /^[+-]/.test(known) ? undefined : known
  } catch {
    zone = undefined
  }
  if (zones.size < 2_000) zones.set(text, zone)
  return zone
}
