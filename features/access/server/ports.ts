import type { House, Tx } from '@millrace/kit/server'

/** A mail of the installation itself, not of an account's marketing. */
export type SystemMail = { accountId?: number; to: string; subject: string; text: string; html: string }

/** What access needs from features above it; app/ plugs it in. */
export type AccessPorts = {
  /** Sends a mail in the caller's transaction: it leaves if and only if that commits. */
  sendSystemMail(tx: Tx, mail: SystemMail): Promise<void>
}

/** What the verbs of access stand on. */
export type Desk = { house: House; ports: AccessPorts; forgetCallers(tx: Tx): Promise<void> }
