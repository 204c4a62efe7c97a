import type { Outcome } from '../smtp/outcome.ts'
import type { Provider, ProviderKind } from './provider.ts'

const UNUSABLE: Outcome = {
  kind: 'notSent',
  error: "The account's credentials at its mail provider cannot be read.",
  isUnreachable: false,
  isOwn: true,
}

const WAIT_MS = 60_000

/** Stands where an account's provider cannot be opened: its mail waits, and goes through nobody else. */
export const unusableProvider = (kind: ProviderKind, now: () => Date): Provider => ({
  kind,
  name: kind,
  isMailbox: false,
  rewrites: [],
  mostSignatures: 1,
  send: async () => UNUSABLE,
  pausedUntil: () => new Date(now().getTime() + WAIT_MS),
  close: () => {},
})
