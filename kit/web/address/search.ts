/** The query of an address as the router keeps it: texts by name; a repeated name keeps its last value. */
export const readSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

const plain = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '' || value === false) return undefined
  if (Array.isArray(value)) return value.length ? value.map(String).join(',') : undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The query text of an address: plain values, lists by comma, empty ones left out. */
export const writeSearch = (search: Record<string, unknown>): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    const text = plain(value)
    if (text !== undefined) params.set(name, text)
  }
  const text = params.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')
  return text ? `?${text}` : ''
}

/** A path with a query, apart, as the router takes them. */
export const splitAddress = (address: string) => {
  if (!address.startsWith('/')) return { to: address, search: {} }
  const url = new URL(address, 'http://here')
  const hash = url.hash.slice(1)
  return { to: url.pathname, search: Object.fromEntries(url.searchParams), ...(hash && { hash }) }
}
