const MOST = 60
const DEEPEST = 5

/** The paths in something that arrived whose values a field can hold, with the beginning of each value. */
export const pathsIn = (value: unknown): { path: string; sample: string }[] => {
  const found: { path: string; sample: string }[] = []
  const walk = (part: unknown, path: string[]) => {
    if (found.length >= MOST || path.length > DEEPEST || part === undefined) return
    if (typeof part === 'object' && part !== null) {
      for (const [name, inner] of Object.entries(part)) if (/^[^.\s]+$/.test(name)) walk(inner, [...path, name])
      return
    }
    if (path.length) found.push({ path: path.join('.'), sample: String(part ?? '').slice(0, 80) })
  }
  walk(value, [])
  return found
}

const TYPES: Record<string, string> = { string: 'string', number: 'number', boolean: 'boolean', object: 'object' }

/** A JSON schema of something that arrived, as `outputFields` carries it. */
export const schemaOfValue = (value: unknown, depth = 0): Record<string, unknown> => {
  if (Array.isArray(value))
    return { type: 'array', ...(depth < DEEPEST && value.length > 0 && { items: schemaOfValue(value[0], depth + 1) }) }
  if (value === null || typeof value !== 'object')
    return { type: value === null ? 'null' : (TYPES[typeof value] ?? 'string') }
  if (depth >= DEEPEST) return { type: 'object' }
  const properties = Object.entries(value).slice(0, MOST)
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(([name, one]) => [name, schemaOfValue(one, depth + 1)])),
  }
}
