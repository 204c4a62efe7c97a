import { type Tx, tooMany } from '@millrace/kit/server'

/** At the most `max` tries within `windowSec`. */
export type TryLimit = { what: string; max: number; windowSec: number }

const inWords = (seconds: number) => (seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`)

/** Seconds until one more try is allowed; 0 where it is allowed now. */
const waitFor = async (tx: Tx, { what, max, windowSec }: TryLimit, now: Date): Promise<number> => {
  const since = new Date(now.getTime() - windowSec * 1000)
  const oldest = await tx.one<{ at: Date }>(
    // The try that has to grow old before the next one is allowed.
    'select at from tries where what = $1 and at > $2 order by what, at desc, id desc offset $3 limit 1',
    [what, since, max - 1],
    'access-tries',
  )
  if (!oldest) return 0
  return Math.max(1, Math.ceil((oldest.at.getTime() + windowSec * 1000 - now.getTime()) / 1000))
}

/** Counts a try against each limit; refuses with 429 where one is used up. */
export const countTry = async (tx: Tx, limits: readonly TryLimit[], now: Date): Promise<void> => {
  for (const limit of [...limits].sort((a, b) => (a.what < b.what ? -1 : 1))) {
    // Tries under one name are counted one after the other, or many at once would all find room.
    await tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [limit.what])
    const wait = await waitFor(tx, limit, now)
    if (wait) throw tooMany(`Too many tries. Please wait ${inWords(wait)} and try again.`, wait)
  }
  // One row per limit.
  await tx.run('insert into tries (what, at) select u.what, $2 from unnest($1::text[]) as u(what)', [
    limits.map(({ what }) => what),
    now,
  ])
}

/** Forgets tries: those of `cleared` all, those of `returned` only the one counted at `now`. */
export const forgetTries = async (
  tx: Tx,
  { cleared, returned }: { cleared: readonly string[]; returned: readonly string[] },
  now: Date,
): Promise<void> => {
  // Everything that was tried under these names.
  await tx.run('delete from tries where what = any($1::text[])', [cleared])
  // One try at this moment under each of these names.
  await tx.run(
    `delete from tries where (what, at, id) in
       (select what, at, min(id) from tries where what = any($1::text[]) and at = $2 group by what, at)`,
    [returned, now],
  )
}
