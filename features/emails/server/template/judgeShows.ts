import type { Tx } from '@millrace/kit/server'
import type { Conditions } from '@millrace/segments/contract'
import { type Dictionary, type GoalSql, loadDictionary, matches } from '@millrace/segments/server'
import type { Template } from './template.ts'

/** Where and when conditions are asked; `goalSql` says what reaching a goal is, where flows are there. */
export type Asking = { accountId: number; now: Date; goalSql?: GoalSql | undefined }

type Asked = { conditions: Conditions; personIds: Set<number> }

/** Which conditions a person meets, by name. */
export type Met = (personId: number) => ReadonlySet<string> | undefined

const gather = (mails: readonly { template: Pick<Template, 'shows'>; personId: number }[]) => {
  const asked = new Map<string, Asked>()
  for (const { template, personId } of mails) {
    for (const [name, conditions] of Object.entries(template.shows ?? {})) {
      const one = asked.get(name) ?? { conditions, personIds: new Set() }
      asked.set(name, one)
      one.personIds.add(personId)
    }
  }
  return asked
}

// Conditions that cannot be asked here are met by nobody; what the database itself refuses is the sender's to try again.
const whoMeets = async (tx: Tx, dictionary: Dictionary, { conditions, personIds }: Asked): Promise<Set<number>> => {
  try {
    return await matches(tx, conditions, dictionary, [...personIds])
  } catch (error) {
    if (error instanceof Error && 'severity' in error) throw error
    return new Set()
  }
}

/**
 * Which conditions of their mails people meet, as far as the database answers them: one statement for each condition, however
 * many people are asked. Mails whose parts have no such conditions cost nothing.
 */
export const judgeShows = async (
  tx: Tx,
  { accountId, now, goalSql }: Asking,
  mails: readonly { template: Pick<Template, 'shows'>; personId: number }[],
): Promise<Met> => {
  const met = new Map<number, Set<string>>()
  const asked = gather(mails)
  if (asked.size) {
    const dictionary = await loadDictionary(tx, accountId, now, goalSql)
    for (const [name, one] of asked) {
      for (const id of await whoMeets(tx, dictionary, one)) {
        const names = met.get(id) ?? new Set()
        met.set(id, names.add(name))
      }
    }
  }
  return (personId) => met.get(personId)
}
