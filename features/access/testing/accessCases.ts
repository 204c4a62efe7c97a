import type { CallDef, Contract, Scope } from '@millrace/kit/contract'

/** One thing that a call must refuse. */
export type AccessCase = {
  call: string
  definition: CallDef
  kind: 'no session' | 'missing scope' | 'not an administrator' | 'API key'
  status: 401 | 403
  message?: string
}

const casesOf = (call: string, definition: CallDef): AccessCase[] => {
  const { auth = 'member', scopes = [] } = definition
  if (auth === 'public') return []
  const cases: AccessCase[] = [{ call, definition, kind: 'no session', status: 401 }]
  if (auth === 'admin') cases.push({ call, definition, kind: 'not an administrator', status: 403 })
  if (auth === 'session') cases.push({ call, definition, kind: 'API key', status: 403 })
  if (auth !== 'write-key' && scopes.length) {
    const message = `Required permission: ${scopes[0] as Scope}`
    cases.push({ call, definition, kind: 'missing scope', status: 403, message })
  }
  return cases
}

/** What every call of a contract must refuse before it even looks at its input. */
export const accessCases = (contract: Contract): AccessCase[] =>
  Object.entries(contract).flatMap(([call, definition]) => casesOf(call, definition))
