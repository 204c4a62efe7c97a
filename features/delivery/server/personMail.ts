import type { House, Tx } from '@millrace/kit/server'
import type { PersonPart } from '@millrace/people/server'

const COUNT = `
select count(*)::int as count from sends where account_id = $1 and person_id = $2 and reason_kind <> 'system'`

/** Mail that waits for somebody who already got, or is getting, the same by the same step or broadcast: it is not sent again. */
const SKIP_TWINS = `
update sends g set state = 'skipped', why = 'duplicate address', ended_at = $4
where g.account_id = $1 and g.person_id = $2 and g.state in ('planned', 'held') and g.reason_kind in ('flow', 'broadcast') and exists (
  select 1 from sends k where k.account_id = $1 and k.person_id = $3
    and k.reason_kind = g.reason_kind and k.flow_id = g.flow_id and k.step_id = g.step_id
    -- A broadcast goes to a person in one of its variants, whichever email that is.
    and case when g.broadcast_id > 0 then k.broadcast_id = g.broadcast_id else k.email_id = g.email_id
      and (g.reason_kind = 'flow' or k.reason_key = g.reason_key or k.reason_at = g.reason_at) end
    and k.state not in ('skipped', 'failed')
)`

/** Gives mails to another person; a reason that the other one has as well keeps its row under a name of its own. */
const MOVE = `
update sends g set person_id = $3, reason_key = case when exists (
    select 1 from sends k where k.account_id = $1 and k.reason_at = g.reason_at and k.person_id = $3
      and k.email_id = g.email_id and k.reason_kind = g.reason_kind and k.reason_key = g.reason_key
  ) then g.reason_key || ' of ' || $2::text else g.reason_key end
where g.account_id = $1 and g.person_id = $2`

/** Deletes the copies that the built-in mailbox has of mails to people. */
const DELETE_COPIES = `
delete from mailbox_mails m using sends s
where m.account_id = $1 and s.account_id = $1 and s.reason_at = m.send_reason_at and s.id = m.send_id
  and s.person_id = any($2::bigint[])`

/** Deletes mails of the built-in mailbox that went to, or came from, some addresses. */
const DELETE_BY_ADDRESS = `
delete from mailbox_mails m where m.account_id = $1 and (lower(m.mail_from) = any($2::text[]) or exists (
  select 1 from unnest(m.rcpt_to) as r(address) where lower(r.address) = any($2::text[])))`

/** Ends mail that waits for people who are no more. */
const END = `
update sends set state = 'skipped', why = 'person gone', ended_at = $3
where account_id = $1 and person_id = any($2::bigint[]) and state in ('planned', 'held')`

/** Takes addresses and words out of the ledger; what is on its way right now keeps its address until it has left. */
const BLANK = `
update sends set to_address = null, subject = null, content = null, reply = null
where account_id = $1 and person_id = any($2::bigint[]) and state not in ('claimed', 'attempting')
  and (to_address is not null or subject is not null or content is not null or reply is not null)`

/** The same for mails that went to an address without a person: tests, mails of the installation. */
const BLANK_ADDRESSES = `
update sends set to_address = null, subject = null, content = null, reply = null
where account_id = $1 and person_id = 0 and lower(to_address) = any($2::text[]) and state not in ('planned', 'held', 'claimed', 'attempting')`

/** Whether mail to people is on its way right now. */
const ON_ITS_WAY = `
select 1 as is_there from sends where account_id = $1 and person_id = any($2::bigint[]) and state in ('claimed', 'attempting') limit 1`

const DATA = `
select s.reason_at as at, s.subject, s.to_address as "to", s.from_address as "from", s.state, s.why, s.reply,
  s.accepted_at as "acceptedAt", s.opened_at as "openedAt", s.clicked_at as "clickedAt", s.opens, s.clicks
from sends s where s.account_id = $1 and s.person_id = $2 and s.reason_kind <> 'system'
order by s.account_id, s.reason_at, s.id`

/** Takes what tells people out of the ledger; answers whether a mail is still on its way. */
export const forgetMail = async (tx: Tx, accountId: number, personIds: readonly number[]): Promise<boolean> => {
  await tx.run(DELETE_COPIES, [accountId, personIds])
  await tx.run(BLANK, [accountId, personIds])
  return (await tx.one(ON_ITS_WAY, [accountId, personIds])) !== undefined
}

/** What delivery keeps of people: the mails that they were sent, and copies of them in the built-in mailbox. */
export const personMail = (house: House): PersonPart => ({
  count: async (tx, accountId, personId) => {
    const row = await tx.one<{ count: number }>(COUNT, [accountId, personId])
    return [{ what: 'mails', count: row?.count ?? 0 }]
  },
  merge: async (tx, accountId, { kept, gone }) => {
    await tx.run(SKIP_TWINS, [accountId, gone, kept, house.clock.now()])
    await tx.run(MOVE, [accountId, gone, kept])
  },
  erase: async (tx, accountId, personIds, traces) => {
    await tx.run(END, [accountId, personIds, house.clock.now()])
    if (traces?.addresses.length) {
      await tx.run(DELETE_BY_ADDRESS, [accountId, traces.addresses])
      await tx.run(BLANK_ADDRESSES, [accountId, traces.addresses])
    }
    if (await forgetMail(tx, accountId, personIds))
      await house.jobs.add(tx, 'delivery.forget-people', { accountId, personIds }, { attempts: 25 })
  },
  data: async function* (accountId, personId) {
    yield { of: 'mails', rows: await house.db.account(accountId, (tx) => tx.rows(DATA, [accountId, personId])) }
  },
})
