import type { StepRun } from '../../server/engine/stepRun.ts'

/** Everyone leaves the flow. */
export const runEndFlow: StepRun<Record<string, never>> = {
  usesDatabase: false,
  run: (_context, _values, tokens) => tokens.map(() => ({ end: true })),
}
