import type { Tx } from '@millrace/kit/server'

/** A key that a person no longer carries, and whom it finds. */
export type FormerKey = { kind: 'id' | 'email' | 'userId'; key: string; personId: number }

/** Whom keys find that nobody carries any more. */
const FIND = `
select f.kind, f.key, f.person_id as "personId" from unnest($2::text[], $3::text[]) as u(kind, key)
join person_former_keys f on f.kind = u.kind and f.key = u.key where f.account_id = $1`

/** Keeps keys; one that is there finds the person of today. */
const KEEP = `
insert into person_former_keys (account_id, kind, key, person_id, at)
select $1::int, u.kind, u.key, u.person_id, $2::timestamptz
from unnest($3::text[], $4::text[], $5::bigint[]) as u(kind, key, person_id)
on conflict (account_id, kind, key) do update set person_id = excluded.person_id, at = excluded.at`

/** Sends the keys of merged people to those they are now. */
const REPOINT = `
update person_former_keys f set person_id = u.new_id from unnest($2::bigint[], $3::bigint[]) as u(old_id, new_id)
where f.account_id = $1 and f.person_id = u.old_id`

const FORGET = `delete from person_former_keys where account_id = $1 and person_id = any($2::bigint[])`

/** Whom former keys find. */
export const findFormer = async (
  tx: Tx,
  accountId: number,
  {
    ids = [],
    emails = [],
    users = [],
  }: { ids?: readonly number[]; emails?: readonly string[]; users?: readonly string[] },
): Promise<FormerKey[]> => {
  const keys = [
    ...ids.map((id) => ['id', String(id)] as const),
    ...emails.map((email) => ['email', email] as const),
    ...users.map((user) => ['userId', user] as const),
  ]
  if (!keys.length) return []
  return tx.rows<FormerKey>(FIND, [accountId, keys.map(([kind]) => kind), keys.map(([, key]) => key)], 'people-former')
}

/** Keeps keys that people no longer carry. */
export const keepFormer = async (tx: Tx, accountId: number, keys: readonly FormerKey[], now: Date): Promise<void> => {
  if (!keys.length) return
  const last = [...new Map(keys.map((key) => [`${key.kind} ${key.key}`, key])).values()]
  await tx.run(KEEP, [
    accountId,
    now,
    last.map(({ kind }) => kind),
    last.map(({ key }) => key),
    last.map(({ personId }) => personId),
  ])
}

/** Former keys of those who are gone find those they are now. */
export const repointFormer = (tx: Tx, accountId: number, gone: readonly number[], now: readonly number[]) =>
  tx.run(REPOINT, [accountId, gone, now])

/** Forgets the former keys of people. */
export const forgetFormer = (tx: Tx, accountId: number, personIds: readonly number[]) =>
  tx.run(FORGET, [accountId, personIds])

/** Who people are today, by the id that they were known by; those who never were anybody else are left out. */
export const currentIds = async (tx: Tx, accountId: number, ids: readonly number[]): Promise<Map<number, number>> =>
  new Map((await findFormer(tx, accountId, { ids })).map(({ key, personId }) => [Number(key), personId]))
