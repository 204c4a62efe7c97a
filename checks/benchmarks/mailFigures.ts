import { deliveryContract } from '@millrace/delivery/contract'
import type { Figure } from './table.ts'
import type { World } from './world.ts'

const DAYS = 730
const EMAILS = 500
const ROUNDS = 7

/** Two years of 500 emails: each day some 55 things happen to the mail of each, 20,000,000 in all. */
const FIGURES = `accepted, delivered, opened, opens, clicked, clicks, unsubscribed`
const HAPPENED = '25, 24, 3, 4, 1, 1, 0'

/** What another part sent in the same account today stays as it is. */
const BESIDES = 'on conflict do nothing'

const ADD_EMAILS = `insert into emails (account_id, name, is_transactional, created_at, updated_at)
  select $1::int, 'Letter ' || n, false, now(), now() from generate_series(1, $2::int) as n`

const EMAIL_IDS = 'select array_agg(id::int order by id) as ids from emails where account_id = $1'

/** Whole days, and the sums of all emails, which are kept as rows of their own. */
const ADD_DAYS = `insert into mail_days (account_id, at, email_id, flow_id, step_id, broadcast_id, variant_id, ${FIGURES})
  select $1::int, date_trunc('day', now(), 'UTC') - d * interval '1 day', e.id, 0, 0, 0, 0, ${HAPPENED}
  from generate_series(0, $2::int - 1) as d, (select id from emails where account_id = $1 union all select 0) as e ${BESIDES}`

/** Quarters of hours, of which the edges of days in other zones are made: mail leaves in two of them a day. */
const ADD_QUARTERS = `insert into mail_quarters (account_id, at, email_id, flow_id, step_id, broadcast_id, variant_id, ${FIGURES})
  select $1::int, date_trunc('day', now(), 'UTC') - d * interval '1 day' + q * interval '10 hours', e.id, 0, 0, 0, 0, 12, 12, 1, 2, 1, 1, 0
  from generate_series(0, $2::int - 1) as d, generate_series(1, 2) as q,
    (select id from emails where account_id = $1 union all select 0) as e ${BESIDES}`

/** Something happens in every quarter of an hour to some mail, and to that of the first email. */
const ADD_ALL_DAY = `insert into mail_quarters (account_id, at, email_id, flow_id, step_id, broadcast_id, variant_id, ${FIGURES})
  select $1::int, date_trunc('day', now(), 'UTC') - q * interval '15 minutes', e.id, 0, 0, 0, 0, 3, 3, 1, 2, 1, 1, 0
  from generate_series(1, $2::int * 96) as q, (values ($3::bigint), (0)) as e (id) ${BESIDES}`

/** Their sums by month, as they are kept beside the days. */
const ADD_MONTHS = `insert into mail_months (account_id, at, email_id, flow_id, step_id, broadcast_id, variant_id, ${FIGURES})
  select d.account_id, date_trunc('month', d.at, 'UTC'), d.email_id, 0, 0, 0, 0, ${FIGURES.split(', ')
    .map((figure) => `sum(d.${figure})`)
    .join(', ')}
  from mail_days d where d.account_id = $1::int group by 1, 2, 3 ${BESIDES}`

const medianOf = async (ask: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now()
    await ask()
    times.push(performance.now() - from)
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
}

/** Figures of 20,000,000 things that happened to mail, as the screen and the API ask for them. */
export const measureMailFigures = async ({ owner, one, accountId }: World): Promise<Figure[]> => {
  await one(ADD_EMAILS, [accountId, EMAILS])
  await one(ADD_DAYS, [accountId, DAYS])
  await one(ADD_QUARTERS, [accountId, DAYS])
  const { ids } = await one<{ ids: number[] }>(EMAIL_IDS, [accountId])
  const [id] = ids
  await one(ADD_ALL_DAY, [accountId, DAYS, id])
  await one(ADD_MONTHS, [accountId])
  await one('analyze mail_days, mail_quarters, mail_months')
  await one(`update accounts set created_at = now() - interval '2 years' where id = $1`, [accountId])
  const metrics = (query: object) => medianOf(() => owner(deliveryContract.measureMail, { query }))
  const hours = (query: object) => medianOf(() => owner(deliveryContract.measureHours, { query }))
  const figure = (name: string, value: number): Figure => ({
    name: `figures of mail, ${name}`,
    value,
    unit: 'ms',
    most: 200,
  })
  return [
    figure('30 days of 500 emails, in Kolkata', await metrics({ period: 'last30Days', timezone: 'Asia/Kolkata' })),
    figure('all time of 500 emails', await metrics({ period: 'allTime' })),
    figure('all time of one email', await metrics({ period: 'allTime', emailIds: [id] })),
    figure('30 days by hours of the week', await hours({ period: 'last30Days', timezone: 'Asia/Kolkata' })),
    figure('all time by hours of the week', await hours({ period: 'allTime', timezone: 'Europe/Berlin' })),
    figure('all time of one email by hours of the week', await hours({ period: 'allTime', emailIds: [id] })),
    figure('30 days of every email by hours of the week', await hours({ period: 'last30Days', emailIds: ids })),
    figure(
      '30 days by email, for programs',
      await medianOf(() =>
        owner(deliveryContract.emailStats, { query: { period: 'last30Days', groupByEmail: 'true' } }),
      ),
    ),
  ]
}
