import { broadcastsContract as calls } from '@millrace/broadcasts/contract'
import { deliveryContract } from '@millrace/delivery/contract'
import type { Scene } from './scene.ts'
import type { Story } from './story.ts'

/** Who went away under way: when somebody unsubscribed by their address, and whose address became another's. */
export type Left = { unsubscribed: Map<string, number>; merged: string[] }

/** What was counted, and everything that is not as it must be, in words. */
export type Kept = {
  wrong: string[]
  /** Rows of the ledger by state. */
  states: Record<string, number>
  /** Mails that the receiver took without saying so. */
  untold: number
  /** Uncertain rows whose answer the receiver had sent: the worker was killed before it heard it. */
  cutByKills: number
}

/** A mail is in a worker's hands for no longer than this after somebody unsubscribed. */
const IN_HAND_MS = 15_000

/** Each asks for what may not be: how many there are of it, and one of them. */
const FORBIDDEN: Record<string, string> = {
  'people are in the audience other than once, or not at all': `select count(*)::int as count, min(p.id) as example from people p
      where p.account_id = $1 and p.archived_at is null and not exists (
        select 1 from broadcast_recipients r where r.account_id = $1 and r.broadcast_id = $2 and r.person_id = p.id)`,
  'have no mail although nothing excludes them, or one that they were not dealt': `select count(*)::int as count, min(r.person_id) as example
      from broadcast_recipients r join broadcasts b on b.account_id = $1 and b.id = r.broadcast_id
      where r.account_id = $1 and r.broadcast_id = $2 and r.why is null and (r.planned_at is null or 1 <> (
        select count(*) from sends s where s.account_id = $1 and s.broadcast_id = $2 and s.person_id = r.person_id
          and s.variant_id = b.variant_ids[r.variant + 1] and s.reason_at = b.started_at))`,
  'mails go to people who are not to get them': `select count(*)::int as count, min(s.person_id) as example from sends s
      where s.account_id = $1 and s.broadcast_id = $2 and not exists (
        select 1 from broadcast_recipients r where r.account_id = $1 and r.broadcast_id = $2 and r.person_id = s.person_id and r.why is null)`,
  'mails of the rest are not the winner’s': `select count(*)::int as count, min(r.person_id) as example
      from broadcast_recipients r join broadcasts b on b.account_id = $1 and b.id = r.broadcast_id
      where r.account_id = $1 and r.broadcast_id = $2 and r.is_rest and r.why is null and r.variant <> b.winner`,
  'were left out for a reason of no one’s': `select count(*)::int as count, min(r.person_id) as example from broadcast_recipients r
      where r.account_id = $1 and r.broadcast_id = $2 and r.why not in ('unsubscribed', 'duplicate address')`,
  'mails have an end that nothing led to': `select count(*)::int as count, min(s.person_id) as example from sends s
      where s.account_id = $1 and s.broadcast_id = $2 and s.state not in ('accepted', 'uncertain')
        and not (s.state = 'skipped' and s.why = 'unsubscribed')`,
  'mails were told of other than once': `select count(*)::int as count, min(s.person_id) as example from sends s
      where s.account_id = $1 and s.broadcast_id = $2 and (s.state = 'accepted')::int <> (
        select count(*) from events e join event_names n on n.account_id = $1 and n.id = e.name_id and n.name = 'Email sent'
        where e.account_id = $1 and e.person_id = s.person_id and (e.props->>'sendId')::bigint = s.id)`,
}

type Mail = { to: string; state: string; variant: number }

const MAILS = `select coalesce(s.to_address, p.email) as to, s.state, r.variant
  from sends s join broadcast_recipients r on r.account_id = $1 and r.broadcast_id = $2 and r.person_id = s.person_id
  join people p on p.account_id = $1 and p.id = s.person_id where s.account_id = $1 and s.broadcast_id = $2`

/** What was added to the figures of a broadcast, whether it is added up already or not. */
const FIGURES = `select coalesce(sum(x.accepted), 0)::int as accepted, coalesce(sum(x.skipped), 0)::int as skipped from (
    select accepted, skipped from mail_quarters where account_id = $1 and broadcast_id = $2
    union all select accepted, skipped from mail_deltas where account_id = $1 and broadcast_id = $2) x`

const SUBJECT = /^Subject: ([^\r\n]*)/m

/** What the receiver has against what the ledger says, mail by mail. */
const compare = ({ receiver }: Scene, mails: readonly Mail[], subjects: readonly string[], left: Left) => {
  const wrong: string[] = []
  const tell = (what: string, found: readonly string[]) => {
    if (found.length) wrong.push(`${found.length} ${what}, such as ${found[0]}`)
  }
  const own = receiver.mails.filter(({ to }) => to.endsWith('@people-broadcast.example'))
  const byAddress = new Map(mails.map((mail) => [mail.to, mail]))
  const times = new Map<string, number>()
  for (const { to } of own) times.set(to, (times.get(to) ?? 0) + 1)
  const untold = new Set(receiver.untold.map(({ to }) => to).filter((to) => to.endsWith('@people-broadcast.example')))
  const uncertain = mails.filter(({ state }) => state === 'uncertain').map(({ to }) => to)
  const stateOf = (to: string) => byAddress.get(to)?.state
  tell(
    'got it twice',
    [...times].filter(([, count]) => count > 1).map(([to]) => to),
  )
  tell(
    'missed it',
    mails.filter(({ to, state }) => state === 'accepted' && !times.has(to)).map(({ to }) => to),
  )
  tell(
    'got it of whom the ledger does not say so',
    [...times.keys()].filter((to) => stateOf(to) !== 'accepted' && stateOf(to) !== 'uncertain'),
  )
  tell(
    'were taken without a word and are not uncertain',
    [...untold].filter((to) => stateOf(to) !== 'uncertain'),
  )
  tell(
    'got the words of another variant',
    own
      .filter(({ to, source }) => SUBJECT.exec(source)?.[1] !== subjects[byAddress.get(to)?.variant ?? 0])
      .map(({ to }) => to),
  )
  tell(
    'got it long after they had unsubscribed',
    own.filter(({ to, at }) => at > (left.unsubscribed.get(to) ?? at) + IN_HAND_MS).map(({ to }) => to),
  )
  tell(
    'got it as the one who went in a merge',
    left.merged.filter((to) => times.has(to)),
  )
  return { wrong, untold: untold.size, cutByKills: uncertain.filter((to) => !untold.has(to)).length }
}

/** What screens and exports say against the ledger. */
const compareFigures = async ({ rows }: Scene, story: Story, id: number, states: Record<string, number>) => {
  const { owner, accountId } = story
  const wrong: string[] = []
  const same = (what: string, is: number | undefined, must: number | undefined) => {
    if ((is ?? 0) !== (must ?? 0)) wrong.push(`${what}: ${is} instead of ${must}`)
  }
  const { results } = await owner(calls.broadcastResults, { params: { id } })
  const { figures } = results
  same('sent on the screen', figures.sent, states.accepted)
  same('uncertain on the screen', figures.uncertain, states.uncertain)
  same('skipped on the screen', figures.skipped, states.skipped)
  same('waiting on the screen', figures.waiting, 0)
  const sum = (of: 'sent' | 'uncertain' | 'skipped') =>
    results.variants.reduce((all, { figures: own }) => all + own[of], 0)
  for (const one of ['sent', 'uncertain', 'skipped'] as const) same(`${one} of all variants`, sum(one), figures[one])
  const { figures: listed } = await owner(calls.broadcastFigures, { query: { ids: [id] } })
  same('sent in the list', listed[0]?.sent, states.accepted)
  const [counted] = await rows<{ accepted: number; skipped: number }>(FIGURES, [accountId, id])
  same('accepted in the figures of mail', counted?.accepted, states.accepted)
  same('skipped in the figures of mail', counted?.skipped, states.skipped)
  const { sends } = await owner(deliveryContract.listSends, {
    query: { broadcastId: id, state: 'uncertain', limit: 100 },
  })
  same('uncertain ones listed', sends.length, Math.min(states.uncertain ?? 0, 100))
  return wrong
}

/** Compares the audience, the ledger, the figures and the receiver after a broadcast. */
export const accountForBroadcast = async (
  scene: Scene,
  story: Story,
  id: number,
  subjects: readonly string[],
  left: Left,
): Promise<Kept> => {
  const { accountId } = story
  const wrong: string[] = []
  for (const [what, sql] of Object.entries(FORBIDDEN)) {
    const [found] = await scene.rows<{ count: number; example: number | null }>(sql, [accountId, id])
    if (found?.count) wrong.push(`${found.count} ${what}, such as ${found.example}`)
  }
  const mails = await scene.rows<Mail>(MAILS, [accountId, id])
  const states: Record<string, number> = {}
  for (const { state } of mails) states[state] = (states[state] ?? 0) + 1
  const { wrong: different, ...cut } = compare(scene, mails, subjects, left)
  wrong.push(...different, ...(await compareFigures(scene, story, id, states)))
  return { wrong, states, ...cut }
}
