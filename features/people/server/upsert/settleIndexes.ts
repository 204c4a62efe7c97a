import { type House, together, withoutWaiting } from '@millrace/kit/server'

/** Takes what waits at the indexes of words and tags into them. */
const SETTLE = `
select gin_clean_pending_list(c.oid) /* across accounts: the indexes are everybody's */
from pg_class c where c.oid = any(array['people_email_words', 'people_name_words', 'people_tags']::regclass[])
  and pg_has_role(c.relowner, 'usage')`

const settle = async (house: House): Promise<void> => {
  try {
    await house.db.system(async (tx) => {
      await together([withoutWaiting(tx), tx.run(SETTLE, [], 'people-settle')])
    })
  } catch (error) {
    house.log.debug({ err: error }, 'what waits at the indexes of people stays there')
  }
}

/** So many thousand people leave at the indexes what is worth taking in. */
const EVERY = 4

/**
 * To be called after each thousand people written. New entries wait in a list at each GIN index, and whoever finds a list full
 * takes all of them in: a fifth of what a person costs. This does it now and then beside the work, on another processor. Nothing
 * is lost where it fails, and nobody needs to wait for it.
 */
export const indexSettler = (house: House): (() => void) => {
  let since = 0
  let isBusy = false
  return () => {
    if (++since < EVERY || isBusy) return
    since = 0
    isBusy = true
    settle(house).finally(() => {
      isBusy = false
    })
  }
}
