import type { StepContext } from '../../server/engine/stepRun.ts'

/** So many mails of one step an address gets in an hour. */
export const MOST_AN_HOUR = 50

const HOUR_MS = 3_600_000
const KEPT_MS = 48 * HOUR_MS

/** Takes the hour's count of addresses, in one order so that two workers never wait for each other in a ring. */
const TAKE = `insert into step_notices as n (account_id, step_id, address, hour)
  select $1::int, $2::bigint, u.address, $4::timestamptz from unnest($3::text[]) as u(address) order by u.address
  on conflict (account_id, step_id, address, hour) do update set sent = n.sent
  returning n.address, n.sent, n.spared`

/** How many each address was spared in the hours before that it has not been told of. */
const SPARED = `delete from step_notices where account_id = $1 and step_id = $2 and address = any($3::text[]) and hour < $4
  returning address, spared`

const NOTE = `update step_notices n set sent = n.sent + u.sent, spared = n.spared + u.spared
  from unnest($3::text[], $5::int[], $6::int[]) as u(address, sent, spared)
  where n.account_id = $1 and n.step_id = $2 and n.hour = $4 and n.address = u.address`

/** Counts of addresses that hear no more. */
const FORGET = 'delete from step_notices where account_id = $1 and step_id = $2 and hour < $3'

type Mail = { to: string; subject: string; text: string }

const people = (count: number) => (count === 1 ? '1 more person' : `${count.toLocaleString('en')} more people`)

/**
 * Leaves out what would be more than an address bears: 50 mails of a step in an hour. The last one says so, and the first
 * one of a later hour says how many were left out.
 */
export const spareAddresses = async (
  { tx, accountId, stepId, now }: Pick<StepContext, 'tx' | 'accountId' | 'stepId' | 'now'>,
  mails: readonly Mail[],
): Promise<Mail[]> => {
  if (!mails.length) return []
  const addresses = [...new Set(mails.map(({ to }) => to))].sort()
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS)
  const asked = [accountId, stepId, addresses, hour]
  const before = await tx.rows<{ address: string; sent: number }>(TAKE, asked, 'flows-notices-take')
  const sent = new Map(before.map((row) => [row.address, row.sent]))
  const earlier = new Map<string, number>()
  for (const { address, spared } of await tx.rows<{ address: string; spared: number }>(SPARED, asked))
    earlier.set(address, (earlier.get(address) ?? 0) + spared)
  const counted = new Map(addresses.map((address) => [address, { sent: 0, spared: 0 }]))
  const going = mails.flatMap((mail): Mail[] => {
    const count = counted.get(mail.to)!
    const place = (sent.get(mail.to) ?? 0) + count.sent
    if (place >= MOST_AN_HOUR) {
      count.spared++
      return []
    }
    count.sent++
    const missed = earlier.get(mail.to) ?? 0
    earlier.delete(mail.to)
    const notes = [
      missed > 0 && `Before this, ${people(missed)} came to this step without a mail of their own.`,
      place + 1 === MOST_AN_HOUR &&
        `This is mail ${MOST_AN_HOUR} of this step within an hour. Whoever else comes until the hour is over is not mailed about; the flow lists them all.`,
    ].filter(Boolean)
    return [notes.length ? { ...mail, text: [mail.text, ...notes].join('\n\n') } : mail]
  })
  const counts = addresses.map((address) => counted.get(address)!)
  await tx.run(NOTE, [...asked, counts.map((one) => one.sent), counts.map((one) => one.spared)], 'flows-notices-note')
  await tx.run(FORGET, [accountId, stepId, new Date(now.getTime() - KEPT_MS)], 'flows-notices-forget')
  return going
}
