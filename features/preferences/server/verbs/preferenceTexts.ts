import type { Desk } from '../ports.ts'

type Texts = Record<string, string>

/** Words of the preferences page that an account has replaced. */
export const preferenceTexts = (desk: Desk, accountId: number): Promise<Texts> =>
  desk.house.db.account(accountId, async (tx) => {
    // One row an account at the most.
    const row = await tx.one<{ value: Texts }>('select value from preference_texts where account_id = $1', [accountId])
    return row?.value ?? {}
  })

/** Replaces words of the preferences page. */
export const savePreferenceTexts = (desk: Desk, accountId: number, value: Texts): Promise<Texts> =>
  desk.house.db.account(accountId, async (tx) => {
    // The whole map is replaced.
    await tx.run(
      `insert into preference_texts (account_id, value, updated_at) values ($1, $2, $3)
       on conflict (account_id) do update set value = excluded.value, updated_at = excluded.updated_at`,
      [accountId, JSON.stringify(value), desk.house.clock.now()],
    )
    return value
  })
