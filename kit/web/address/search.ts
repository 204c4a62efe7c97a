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

type One = { safeParse(value: unknown): { success: boolean; data?: unknown } }
type Reads<T> = { parse(value: unknown): T }

const shapeOf = (schema: unknown): Record<string, One> | undefined =>
  (schema as { _zod?: { def?: { shape?: Record<string, One> } } })._zod?.def?.shape

/** Reads each name by its own schema; what does not fit counts as not given. */
export const parseSearch = <T extends object>(schema: Reads<T>, search: Record<string, unknown>): T => {
  const shape = shapeOf(schema)
  if (!shape) return schema.parse(search)
  const found: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(shape)) {
    const read = one.safeParse(search[name])
    const value = read.success ? read.data : one.safeParse(undefined).data
    if (value !== undefined) found[name] = value
  }
  return found as T
}
