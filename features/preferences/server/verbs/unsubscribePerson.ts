import { malformed, notFound } from '@millrace/kit/server'
import type { Desk } from '../ports.ts'
import { unsubscribe } from '../unsubscribe.ts'

/** The person whom an id, a userId or an address names, in this order. */
const FIND = `select p.id from people p where p.account_id = $1
  and case when $2::bigint is not null then p.id = $2 when $3::text is not null then p.user_id = $3
    else p.email = lower($4::text) end`

type Named = { id?: number; userId?: string; email?: string }

/** Unsubscribes a person on somebody's behalf. */
export const unsubscribePerson = async (desk: Desk, accountId: number, { id, userId, email }: Named): Promise<void> => {
  if (id === undefined && !userId && !email) throw malformed('Please say who: email, userId or id.')
  await desk.house.db.account(accountId, async (tx) => {
    const values = [accountId, id ?? null, userId || null, email?.trim() || null]
    const person = await tx.one<{ id: number }>(FIND, values)
    if (!person) throw notFound('There is no such person.')
    await unsubscribe(desk, tx, { accountId, personId: person.id }, 'By request')
  })
}
