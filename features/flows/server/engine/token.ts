/** Where a run stands at its step: `flow_runs.state`. */
export const READY = 0
/** Goes on by the plain way out when it is due. */
export const WAITING = 1
/** Stands until the step's settings, or the person, let it run. */
export const HELD = 2
/** The step failed. */
export const FAILED = 3
/** Is no more. */
export const ENDED = 4

/** What a pass began by. */
export type Cause = {
  /** When it happened, where it is an event or a step of the flow wants to know. */
  causedAt?: Date | null | undefined
  /** The event, where it is one: mails of the pass show what it says. */
  eventId?: number | null | undefined
}

/** One row of `flow_runs` while it is moved. */
export type Token = Cause & {
  id: number
  /** The first row of the pass, where this is another way of it. */
  rootId: number | null
  /** Who goes through the flow: a person, or an object by the negative of its id. */
  personId: number
  entryKey: string
  stepId: number
  visit: number
  state: number
  enteredAt: Date
  stepEnteredAt: Date
  dueAt: Date | null
  error: string | null
  /** Has no row yet. */
  isNew: boolean
  /** Steps that it went through in this pass of the engine. */
  hops: number
}

/**
 * From when on what a person does counts as done at their step. Whoever came straight on from the trigger came with what let
 * them in, however long that lay in the queue; a later stay counts from its beginning.
 */
export const arrivedAt = ({ enteredAt, stepEnteredAt, causedAt }: Token): Date =>
  causedAt && causedAt < stepEnteredAt && enteredAt.getTime() === stepEnteredAt.getTime() ? causedAt : stepEnteredAt

/** The pass that a token belongs to. */
export const passOf = (token: Token): number => token.rootId ?? token.id
