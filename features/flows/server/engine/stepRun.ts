import type { House, Tx } from '@millrace/kit/server'
import type { FlowDoors } from '../doors.ts'
import type { Token } from './token.ts'

/** What becomes of one person at a step. */
export type Outcome =
  /** Leaves by an exit; null is the plain way out. */
  | { go: string | null }
  /** Stays until then and leaves by the plain way out. */
  | { wait: Date }
  /** Stays; the step runs again then. */
  | { again: Date }
  /** Leaves the flow. */
  | { end: true }
  /** The step cannot be run for this person; the reason is shown. */
  | { fail: string }

/** What a step knows while it runs. */
export type StepContext = {
  tx: Tx
  house: Pick<House, 'bell' | 'clock' | 'log'>
  doors: FlowDoors
  accountId: number
  flowId: number
  stepId: number
  now: Date
  /** The account's time zone. */
  zone: string
  /** Counts a goal as reached, once per pass. */
  reachGoal(token: Token): void
}

/** How a step type treats many people at once. One outcome for each token, in order. */
export type StepRun<V> = {
  /** Uses the database, so that it is run behind a savepoint. */
  usesDatabase: boolean
  run(context: StepContext, values: V, tokens: readonly Token[]): Promise<readonly Outcome[]> | readonly Outcome[]
}

/** Everyone leaves by the plain way out. */
export const allGo = (tokens: readonly Token[]): Outcome[] => tokens.map(() => ({ go: null }))

/** Each person once, in the order in which they stand. */
export const personIdsOf = (tokens: readonly Token[]): number[] => [...new Set(tokens.map(({ personId }) => personId))]

/** Splits people by whether they are among some. */
export const yesOrNo = (tokens: readonly Token[], those: ReadonlySet<number>): Outcome[] =>
  tokens.map(({ personId }) => ({ go: those.has(personId) ? 'yes' : 'no' }))
