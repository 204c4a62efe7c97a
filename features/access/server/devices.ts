import type { Tx } from '@millrace/kit/server'
import { hashOf } from './secrets.ts'

/** Whether the member has signed in from this device before. */
export const isKnownDevice = async (tx: Tx, memberId: number, device: string | undefined): Promise<boolean> => {
  if (!device) return false
  // By the hash of the device's long-lived cookie.
  const row = await tx.one('select 1 from member_devices where member_id = $1 and device_hash = $2', [
    memberId,
    hashOf(device),
  ])
  return row !== undefined
}

/** Remembers that the member signs in from this device. */
export const rememberDevice = async (tx: Tx, memberId: number, device: string, now: Date): Promise<void> => {
  // Seen again is seen later.
  await tx.run(
    `insert into member_devices (member_id, device_hash, created_at, seen_at) values ($1, $2, $3, $3)
     on conflict (member_id, device_hash) do update set seen_at = excluded.seen_at`,
    [memberId, hashOf(device), now],
  )
}

/** Forgets every device of a member, as after a reset of the password. */
export const forgetDevices = async (tx: Tx, memberId: number): Promise<void> => {
  // The next sign-in from each asks for a confirmation again.
  await tx.run('delete from member_devices where member_id = $1', [memberId])
}
