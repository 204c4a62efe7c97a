import { createHmac, timingSafeEqual } from 'node:crypto'
import { type House, type Keys, refused, type Tx } from '@millrace/kit/server'

/** Who wants to read messages, as their browser says it. */
export type Reader = { userId?: string; userHash?: string; segmentAnonymousId?: string }

/** How often an account's secret was replaced. */
const GENERATION = 'select generation from in_app_secrets where account_id = $1'

const ROTATE = `insert into in_app_secrets as s (account_id, generation) values ($1, 1)
  on conflict (account_id) do update set generation = s.generation + 1`

/** Whom a user id belongs to, or whom it found before two people became one. */
const BY_USER = `select p.id from people p where p.account_id = $1 and p.user_id = $2 and p.archived_at is null
  union all
  select p.id from person_former_keys f join people p on p.account_id = $1 and p.id = f.person_id
  where f.account_id = $1 and f.kind = 'userId' and f.key = $2 and p.archived_at is null limit 1`

/** The visitor whom an anonymous id belongs to, as long as nothing else is known of them. */
const BY_VISITOR = `select p.id from people p where p.account_id = $1 and p.anonymous_id = $2 and p.is_anonymous and p.archived_at is null
  union all
  select p.id from person_aliases l join people p on p.account_id = $1 and p.id = l.person_id
  where l.account_id = $1 and l.anonymous_id = $2 and p.is_anonymous and p.archived_at is null limit 1`

const secretFor = (keys: Keys, accountId: number, generation: number) =>
  `mri_${keys.sign('flows.in-app', `${accountId} ${generation}`, 32)}`

/** The secret with which an account's own server signs its users. */
export const inAppSecret = async (tx: Tx, keys: Keys, accountId: number): Promise<string> => {
  const row = await tx.one<{ generation: number }>(GENERATION, [accountId], 'flows-in-app-generation')
  return secretFor(keys, accountId, row?.generation ?? 0)
}

/** Makes an account's secret worthless. */
export const rotateInAppSecret = (tx: Tx, accountId: number): Promise<unknown> => tx.run(ROTATE, [accountId])

const isSigned = (secret: string, userId: string, hash: string): boolean => {
  const right = createHmac('sha256', secret).update(userId).digest()
  const given = Buffer.from(hash, 'hex')
  return given.length === right.length && timingSafeEqual(given, right)
}

/**
 * The person who reads. Anybody can say that a browser is somebody's, so a user id counts only where the account's server
 * has signed it, and an anonymous id finds only visitors of whom nothing else is known. Undefined where there is nobody.
 */
export const readerOf = async (
  tx: Tx,
  house: House,
  accountId: number,
  reader: Reader,
): Promise<number | undefined> => {
  const { userId, userHash, segmentAnonymousId } = reader
  if (userId !== undefined) {
    if (!userHash) throw refused('Sign the user id on your server and send the signature as userHash.')
    if (!isSigned(await inAppSecret(tx, house.keys, accountId), userId, userHash))
      throw refused('The signature of the user id is not right.')
    return (await tx.one<{ id: number }>(BY_USER, [accountId, userId], 'flows-in-app-user'))?.id
  }
  if (segmentAnonymousId === undefined) throw refused('Say who reads: userId with userHash, or segmentAnonymousId.')
  return (await tx.one<{ id: number }>(BY_VISITOR, [accountId, segmentAnonymousId], 'flows-in-app-visitor'))?.id
}
