import type { CallDef } from './call.ts'

type Raw = { params?: Record<string, unknown>; query?: Record<string, unknown> }

/** The address of a call with its input. */
export const addressOf = (definition: CallDef, input: Raw = {}): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value === undefined || value === null) continue
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item))
  }
  const path = definition.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  )
  const text = query.toString()
  return text ? `${path}?${text}` : path
}
