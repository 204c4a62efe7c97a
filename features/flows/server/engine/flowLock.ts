import { conflict, type Tx } from '@millrace/kit/server'

// Whoever asks first comes first: an edit that waits lets no further batch of the engine pass it.
const SHARE = `select pg_advisory_xact_lock_shared(hashtext('flows.flow'), hashtext($1::text || '.' || $2::text))`
const HOLD = `select pg_advisory_xact_lock(hashtext('flows.flow'), hashtext($1::text || '.' || $2::text))`

/** How long an edit waits for the engine's batches. */
const PATIENCE = `select set_config('lock_timeout', '8s', true)`

const isTimeout = (error: unknown) => (error as { code?: unknown }).code === '55P03'

/** Keeps a flow as it is until the transaction is over; others may do the same at once. */
export const shareFlow = async (tx: Tx, accountId: number, flowId: number): Promise<void> => {
  await tx.rows(SHARE, [accountId, flowId], 'flows-share')
}

/** Has a flow alone until the transaction is over: nobody moves in it meanwhile. */
export const haveFlowAlone = async (tx: Tx, accountId: number, flowId: number): Promise<void> => {
  await tx.rows(PATIENCE)
  try {
    await tx.rows(HOLD, [accountId, flowId], 'flows-have-alone')
  } catch (error) {
    if (isTimeout(error)) throw conflict('Many people are moving in this flow right now. Please try again in a moment.')
    throw error
  }
}
