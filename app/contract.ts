import type { Contract } from '@millrace/kit/contract'

/** The whole API: every feature's calls in one object. */
export const contract = {} satisfies Contract
