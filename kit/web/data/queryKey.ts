import type { CallDef } from '../../contract/call.ts'

/** The cache key of a call (all its answers), or of a call with an input. */
export const keyOf = (definition: CallDef, input?: unknown): readonly unknown[] =>
  input === undefined ? [definition.path] : [definition.path, input]
