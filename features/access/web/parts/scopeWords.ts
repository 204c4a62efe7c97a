import type { Scope } from '@millrace/kit/contract'

/** Permissions by what they are about: to look, to change, and more. */
export const SCOPE_GROUPS: readonly { title: string; scopes: readonly { id: Scope; label: string }[] }[] = [
  {
    title: 'Emails',
    scopes: [
      { id: 'emails:read', label: 'See' },
      { id: 'emails:write', label: 'Change' },
      { id: 'emailMetrics:read', label: 'See metrics' },
      { id: 'emailSettings:write', label: 'Verify addresses and domains' },
    ],
  },
  {
    title: 'People, segments and tags',
    scopes: [
      { id: 'people:read', label: 'See' },
      { id: 'people:write', label: 'Change' },
      { id: 'people:export', label: 'Export' },
      { id: 'personFields:write', label: 'Manage fields' },
    ],
  },
  {
    title: 'Flows',
    scopes: [
      { id: 'flows:read', label: 'See' },
      { id: 'flows:write', label: 'Change' },
    ],
  },
  {
    title: 'Broadcasts',
    scopes: [
      { id: 'broadcasts:read', label: 'See' },
      { id: 'broadcasts:write', label: 'Send, modify and cancel' },
    ],
  },
  {
    title: 'Forms',
    scopes: [
      { id: 'forms:read', label: 'See' },
      { id: 'forms:write', label: 'Change' },
    ],
  },
  {
    title: 'Events',
    scopes: [
      { id: 'eventManagement:read', label: 'See' },
      { id: 'eventManagement:write', label: 'Change' },
    ],
  },
  {
    title: 'Apps and API keys',
    scopes: [
      { id: 'apps:write', label: 'Connect apps' },
      { id: 'apiKeys:read', label: 'See API keys' },
      { id: 'apiKeys:write', label: 'Replace API keys' },
    ],
  },
  {
    title: 'Account and team',
    scopes: [
      { id: 'account:write', label: 'Change account settings' },
      { id: 'subaccounts:write', label: 'Add accounts' },
      { id: 'team:read', label: 'See the team' },
      { id: 'team:write', label: 'Invite and change members' },
    ],
  },
  {
    title: 'Billing',
    scopes: [
      { id: 'billing:read', label: 'See' },
      { id: 'billing:write', label: 'Upgrade, downgrade and cancel' },
    ],
  },
]
