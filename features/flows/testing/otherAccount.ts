import type { FlowWorld } from './flowWorld.ts'

/** Another account, which the world's member can join: may do everything there, or what the scopes say. */
export const openOtherAccount = async ({ house, system, account }: FlowWorld) => {
  const other = await house.newAccount({})
  const join = (scopes: readonly string[] | null) =>
    system((tx) =>
      tx.run(
        'insert into memberships (account_id, member_id, is_owner, scopes, created_at) values ($1, $2, $3, $4, $5)',
        [other.accountId, account.memberId, scopes === null, scopes ?? [], house.clock.now()],
      ),
    )
  return { other, join }
}
