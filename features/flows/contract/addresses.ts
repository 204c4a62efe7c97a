import type { EventGroup } from '@millrace/segments/contract'

/** How a web address is compared with one that is written down. */
export type AddressMatch = 'is' | 'contains' | 'starts'

const SCHEME = /^https?:\/\//i

/** True where a text can be a whole web address: it begins with a host. */
export const isWholeAddress = (text: string): boolean =>
  /^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?([/?#]|$)/i.test(text.replace(SCHEME, ''))

const both = (rest: string): string[] => [`https://${rest}`, `http://${rest}`]

const isAddress = (rest: string): { exact: string[]; beginnings: string[] } => {
  if (/[?#]/.test(rest)) return { exact: both(rest), beginnings: [] }
  const bare = rest.replace(/\/+$/, '')
  const ways = [bare, `${bare}/`]
  return { exact: ways.flatMap(both), beginnings: ways.flatMap((way) => [`${way}?`, `${way}#`]).flatMap(both) }
}

/**
 * Conditions on the web address in a field of an event. The scheme does not count, nor a slash at the end; what comes after
 * `?` or `#` counts only where it is asked for. Capital and small letters are the same.
 */
export const addressConditions = (field: string, address: string, match: AddressMatch): EventGroup => {
  const text = address.trim()
  const rest = text.replace(SCHEME, '')
  const one = (condition: 'is any of' | 'starts with' | 'contains', value: string | string[]) =>
    ({ type: 'field', field, condition, value }) as const
  if (match === 'contains') return { type: 'group', operator: 'and', conditions: [one('contains', text)] }
  if (match === 'starts') return { type: 'group', operator: 'and', conditions: [one('starts with', both(rest))] }
  if (!isWholeAddress(text)) return { type: 'group', operator: 'and', conditions: [one('is any of', [text])] }
  const { exact, beginnings } = isAddress(rest)
  return {
    type: 'group',
    operator: 'or',
    conditions: [one('is any of', exact), ...(beginnings.length ? [one('starts with', beginnings)] : [])],
  }
}
