import { type House, together, withoutWaiting } from '@millrace/kit/server'

/** Takes what waits at the indexes of words, fields and tags into them. */
const SETTLE = `
select gin_clean_pending_list(c.oid) /* across accounts: the indexes are everybody's */
from pg_class c where c.oid = any(array['people_email_words', 'people_name_words', 'people_fields', 'people_tags']::regclass[])
  and pg_has_role(c.relowner, 'usage')`

/**
 * New entries wait in a list at each GIN index, and whoever finds a list full takes all of them in: half of what a new person
 * costs. Who makes many people calls this beside it now and then, so that another processor does that. Nothing is lost where it
 * fails.
 */
export const settleIndexes = async (house: House): Promise<void> => {
  try {
    await house.db.system(async (tx) => {
      await together([withoutWaiting(tx), tx.run(SETTLE, [], 'people-settle')])
    })
  } catch (error) {
    house.log.debug({ err: error }, 'what waits at the indexes of people stays there')
  }
}
