import type { HookMapping } from '../../steps/webhook-received/webhookReceived.step.ts'
import { partAt } from '../outside/partOf.ts'

/** Who a delivery is about, or why that cannot be told. */
export type Mapped =
  | { email: string | null; userId: string | null; fields: Record<string, unknown>; key: string | null }
  | { why: string }

const scalar = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() || null : null

const fieldValue = (value: unknown): unknown =>
  value !== null && typeof value === 'object' ? JSON.stringify(value) : value

/** Finds a person and their fields in what was delivered. Fields that are not in it stay as they are. */
export const mapBody = (mapping: HookMapping, body: unknown): Mapped => {
  if (typeof body !== 'object' || body === null) return { why: 'The body is not an object or a list.' }
  const at = (path: string | undefined) => (path === undefined ? undefined : partAt(body, path))
  const [email, userId] = [scalar(at(mapping.email)), scalar(at(mapping.userId))]
  if (!email && !userId) {
    const places = [mapping.userId, mapping.email].filter(Boolean).join(' or ')
    return { why: `Nobody stands at ${places}.` }
  }
  const fields: Record<string, unknown> = {}
  for (const { from, field } of mapping.fields ?? []) {
    const value = at(from)
    if (value !== undefined) fields[field] = fieldValue(value)
  }
  return { email, userId, fields, key: scalar(at(mapping.key)) }
}
