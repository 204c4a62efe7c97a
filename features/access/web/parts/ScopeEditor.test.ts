import { SCOPES, type Scope } from '@millrace/kit/contract'
import { expect, it } from 'vitest'
import { ticked } from './ScopeEditor.tsx'
import { SCOPE_GROUPS } from './scopeWords.ts'

it('names every permission once', () => {
  const named = SCOPE_GROUPS.flatMap(({ scopes }) => scopes.map(({ id }) => id))
  expect([...named].sort()).toEqual([...SCOPES].sort())
})

it.each<[Scope[], Scope, boolean, Scope[]]>([
  [[], 'flows:write', true, ['emails:read', 'flows:read', 'flows:write']],
  [['people:read', 'people:write', 'people:export'], 'people:read', false, []],
  [['emails:read', 'flows:read', 'team:read'], 'emails:read', false, ['team:read']],
  [['team:read'], 'team:read', true, ['team:read']],
])('ticking in %j: %s %s gives %j', (before, scope, isOn, after) => {
  expect([...ticked(new Set(before), scope, isOn)].sort()).toEqual(after.sort())
})
