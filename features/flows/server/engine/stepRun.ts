import type { House, Tx } from '@millrace/kit/server'
import type { Conditions, StepType } from '../../contract/index.ts'
import type { FlowDoors } from '../doors.ts'
import type { Calling } from '../outside/callingRun.ts'
import type { Token } from './token.ts'

/** What becomes of one person at a step. */
export type Outcome =
  /** Leaves by an exit; null is the plain way out. */
  | { go: string | null }
  /** Stays until then and leaves by the plain way out. */
  | { wait: Date }
  /** Stays; the step runs again then. */
  | { again: Date }
  /** Stays until somebody else, an answer from outside say, makes it ready; the step then runs again. */
  | { held: true }
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
  /** Everything is undone afterwards: nobody is called or told, and no counter is held that others wait for. */
  isDry?: boolean
  /** Those of some who meet what the step asks, where that was asked before the step is run. */
  foreseen?: ReadonlySet<number>
  /** Counts a goal as reached, once per pass. */
  reachGoal(token: Token): void
}

/** How a step type treats many people at once. One outcome for each token, in order. */
export type StepRun<V> = {
  /** Uses the database, so that it is run behind a savepoint. */
  usesDatabase: boolean
  /** Does nothing but ask this of everybody. */
  asks?(values: V): Conditions
  run(context: StepContext, values: V, tokens: readonly Token[]): Promise<readonly Outcome[]> | readonly Outcome[]
  /**
   * Until when those who wait here wait by these settings, counted from when they came; undefined where there is nothing to
   * wait for. Asked when the settings are changed while people stand here.
   */
  until?(
    context: Pick<StepContext, 'tx' | 'accountId' | 'zone'>,
    values: V,
    tokens: readonly Pick<Token, 'personId' | 'stepEnteredAt'>[],
  ): Promise<(Date | undefined)[]> | (Date | undefined)[]
  /** What it calls outside, where it does. */
  calling?: Calling<V>
}

// Those that say the same are the same: there is one for each person and step.
const GO: Outcome = { go: null }
const YES: Outcome = { go: 'yes' }
const NO: Outcome = { go: 'no' }

/** Everyone leaves by the plain way out. */
export const allGo = (tokens: readonly Token[]): Outcome[] => tokens.map(() => GO)

/** Each person once, in the order in which they stand. */
export const personIdsOf = (tokens: readonly Token[]): number[] => [...new Set(tokens.map(({ personId }) => personId))]

/** Splits people by whether they are among some. */
export const yesOrNo = (tokens: readonly Token[], those: ReadonlySet<number>): Outcome[] =>
  tokens.map(({ personId }) => (those.has(personId) ? YES : NO))

/** A filter that goes by yes or no: asks for everybody at once what its type says that it asks. */
export const askingRun = <V>({ asks, operationKey }: Pick<StepType<V>, 'asks' | 'operationKey'>): StepRun<V> => {
  if (!asks) throw new Error(`the step ${operationKey} does not say what it asks`)
  return {
    usesDatabase: true,
    asks,
    run: async ({ tx, doors, accountId, foreseen }, values, tokens) =>
      yesOrNo(tokens, foreseen ?? (await doors.matches(tx, accountId, asks(values), personIdsOf(tokens)))),
  }
}
