import { notFound, type Tx } from '@millrace/kit/server'
import type { OptIn } from '../../contract/index.ts'
import { maskedAddress } from '../page.ts'
import type { Desk } from '../ports.ts'
import { subscribeAgain } from '../unsubscribe.ts'
import { writeChoices } from '../verbs/savePreferences.ts'
import { type OptInLink, readOptInToken } from './optInToken.ts'

type Row = Omit<OptIn, 'email' | 'isConfirmed' | 'redirect'> & { email: string; confirmedAt: Date | null }

/** What a link asks, as it stands today. */
const ASKED = `select a.name as "accountName", a.logo as "accountLogo", a.site as "accountSite", p.email,
    (select g.name from communication_categories g where g.account_id = $1 and g.id = $3) as category,
    o.confirmed_at as "confirmedAt"
  from opt_ins o join accounts a on a.id = $1
    join people p on p.account_id = $1 and p.id = o.person_id and p.email is not null
  where o.account_id = $1 and o.person_id = $2 and o.category_id = $3`

/** Notes the answer; the first one counts. */
const CONFIRM = `update opt_ins set confirmed_at = $4
  where account_id = $1 and person_id = $2 and category_id = $3 and confirmed_at is null`

/** Lets go of what only waited for the answer. */
const RELEASE = `delete from category_choices where account_id = $1 and person_id = $2 and is_asked`

const OVER = 'This link does not work any more. Please sign up again.'

const shown = async (tx: Tx, { accountId, personId, categoryId, redirect }: OptInLink): Promise<OptIn> => {
  const row = await tx.one<Row>(ASKED, [accountId, personId, categoryId])
  if (!row) throw notFound(OVER)
  const { confirmedAt, email, ...rest } = row
  const leadsOn = redirect && /^https?:\/\//i.test(redirect) ? redirect : null
  return { ...rest, email: maskedAddress(email), isConfirmed: confirmedAt !== null, redirect: leadsOn }
}

const behind = <T>(desk: Desk, token: string, work: (tx: Tx, link: OptInLink) => Promise<T>): Promise<T> => {
  const link = readOptInToken(desk.house, token)
  if (!link) throw notFound(OVER)
  const { accountId, personId } = link
  return desk.house.db.account(accountId, async (tx) => {
    // The person may have become one with another since.
    const today = (await desk.ports.people.currentIds(tx, accountId, [personId])).get(personId) ?? personId
    return work(tx, { ...link, personId: today })
  })
}

/** What the link of a double opt-in asks. */
export const readOptIn = (desk: Desk, token: string): Promise<OptIn> => behind(desk, token, shown)

const confirm = async (desk: Desk, tx: Tx, { accountId, personId, categoryId }: OptInLink, category: string | null) => {
  const now = desk.house.clock.now()
  if (!(await tx.run(CONFIRM, [accountId, personId, categoryId, now]))) return
  if (categoryId) await writeChoices(tx, accountId, personId, [[categoryId, 'optIn']], now)
  else await tx.run(RELEASE, [accountId, personId])
  await subscribeAgain(desk, tx, { accountId, personId })
  const props = { ...(categoryId && { categoryId, category }) }
  const event = { personId, name: 'Subscription confirmed', kind: 'email' as const, at: now, props }
  await desk.ports.recordEvents(tx, accountId, [event])
}

/** Confirms a subscription; a second time changes nothing, also where the person has left in the meantime. */
export const confirmOptIn = (desk: Desk, token: string): Promise<OptIn> =>
  behind(desk, token, async (tx, link) => {
    const { category } = await shown(tx, link)
    await confirm(desk, tx, link, category)
    return shown(tx, link)
  })
