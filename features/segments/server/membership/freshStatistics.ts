import type { House } from '@millrace/kit/server'

// Tables that conditions read and of which the planner knows an earlier size: much came since they were looked at.
const STALE = `select format('%I.%I', s.schemaname, s.relname) as name from pg_stat_user_tables s
  where s.relname ~ '^(people|events.*|segment_members)$' and s.n_mod_since_analyze > 2000 + 0.2 * s.n_live_tup`

/**
 * Lets the planner know how large tables are that much came into. The server does so by itself, but only once a minute or
 * less, and right after a load both a build and whoever is judged meanwhile would be asked about in the slowest of ways.
 */
export const freshStatistics = async ({ db }: House): Promise<void> => {
  const tables = await db.system((tx) => tx.rows<{ name: string }>(STALE))
  for (const { name } of tables) await db.system((tx) => tx.run(`analyze ${name}`))
}
