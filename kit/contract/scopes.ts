/** The 25 permissions that a member or an API key can hold. */
export const SCOPES = [
  'emails:read',
  'emails:write',
  'people:read',
  'people:write',
  'people:export',
  'flows:read',
  'flows:write',
  'broadcasts:read',
  'broadcasts:write',
  'emailMetrics:read',
  'team:read',
  'team:write',
  'emailSettings:write',
  'apps:write',
  'personFields:write',
  'account:write',
  'apiKeys:read',
  'apiKeys:write',
  'billing:read',
  'billing:write',
  'subaccounts:write',
  'forms:write',
  'forms:read',
  'eventManagement:read',
  'eventManagement:write',
] as const

/** One permission, for example `flows:write`. */
export type Scope = (typeof SCOPES)[number]

/** What a permission needs besides itself. Permissions without an entry need nothing else. */
export const SCOPE_NEEDS: Partial<Record<Scope, readonly Scope[]>> = {
  'billing:write': ['billing:read'],
  'emails:write': ['emails:read'],
  'broadcasts:read': ['emails:read'],
  'broadcasts:write': ['broadcasts:read', 'emails:read'],
  'flows:read': ['emails:read'],
  'flows:write': ['flows:read', 'emails:read'],
  'people:write': ['people:read'],
  'people:export': ['people:read'],
  'forms:write': ['forms:read'],
  'eventManagement:write': ['eventManagement:read'],
}

const NOT_BY_DEFAULT: readonly Scope[] = ['account:write', 'billing:read', 'billing:write']

/** What a new team member may do: everything but account changes and billing. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => !NOT_BY_DEFAULT.includes(scope))

/** True where `held` covers `wanted` and everything that `wanted` needs; owners pass always. */
export const allows = (
  holder: { isOwner: boolean; scopes: ReadonlySet<Scope> },
  wanted: readonly Scope[] = [],
): boolean =>
  holder.isOwner ||
  wanted.every(
    (scope) => holder.scopes.has(scope) && (SCOPE_NEEDS[scope] ?? []).every((need) => holder.scopes.has(need)),
  )
