import type { HookMapping } from './webhookReceived.step.ts'

type Found = { path: string; sample: string }
type Field = { name: string; title: string }

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const lastOf = (path: string) => path.split('.').at(-1) ?? ''

const EMAIL = new Set(['email', 'emailaddress', 'mail', 'useremail', 'customeremail', 'contactemail'])
const USER = new Set(['userid', 'externalid', 'customerid', 'uid', 'memberid'])
const PEOPLE = /(^|\.)(user|customer|contact|person|member|subscriber)\.id$/i

/** Sections about something else: an invoice has a name too. */
const depth = (path: string) => path.split('.').length

const shallowest = (found: readonly Found[]): Found | undefined =>
  [...found].sort((a, b) => depth(a.path) - depth(b.path))[0]

const emailIn = (paths: readonly Found[]) =>
  shallowest(paths.filter(({ path, sample }) => EMAIL.has(plain(lastOf(path))) && /^\S+@\S+\.\S+$/.test(sample))) ??
  shallowest(paths.filter(({ sample }) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(sample)))

const userIn = (paths: readonly Found[]) =>
  shallowest(paths.filter(({ path, sample }) => sample !== '' && (USER.has(plain(lastOf(path))) || PEOPLE.test(path))))

/**
 * What a delivery seems to say of whom: the address, the user id, and parts that are called as fields are. What was chosen
 * already stays, unless nothing stands there.
 */
export const guessMapping = (
  paths: readonly Found[],
  fields: readonly Field[],
  chosen: Partial<HookMapping> = {},
): HookMapping => {
  const isThere = (path: string | undefined) => path !== undefined && paths.some((one) => one.path === path)
  const email = isThere(chosen.email) ? chosen.email : (emailIn(paths)?.path ?? chosen.email)
  const userId = isThere(chosen.userId) ? chosen.userId : userIn(paths)?.path
  const lines = (chosen.fields ?? []).filter(({ from, field }) => from && field)
  const usedFields = new Set(['email', 'userId', ...lines.map(({ field }) => field)])
  const usedPaths = new Set([email, userId, ...lines.map(({ from }) => from)])
  for (const { path } of [...paths].sort((a, b) => depth(a.path) - depth(b.path))) {
    const names = [plain(lastOf(path)), plain(path.split('.').slice(-2).join(''))]
    const field = fields.find(({ name, title }) => names.includes(plain(name)) || names.includes(plain(title)))
    if (!field || usedPaths.has(path) || usedFields.has(field.name)) continue
    usedFields.add(field.name)
    lines.push({ from: path, field: field.name })
  }
  return {
    ...(email !== undefined && { email }),
    ...(userId !== undefined && { userId }),
    ...(chosen.key !== undefined && { key: chosen.key }),
    ...(lines.length > 0 && { fields: lines }),
  }
}
