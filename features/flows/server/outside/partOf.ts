import { readJson } from '@millrace/kit/server'

const read = (body: string): unknown => {
  try {
    return readJson(body)
  } catch {
    return undefined
  }
}

/** A part of something by its path, such as `data.items.0.id`; own properties alone. */
export const partAt = (value: unknown, path: string): unknown => {
  let part = value
  for (const name of path.split('.')) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return undefined
    part = (part as Record<string, unknown>)[name]
  }
  return part
}

/** A part of an answer that is JSON, by its path; without a path all of it, or its text where it is no JSON. */
export const partOf = (body: string, path: string | undefined): unknown => {
  const value = read(body)
  return path ? partAt(value, path) : (value ?? body)
}
