import type { House, Tx } from '@millrace/kit/server'
import { isPersonName } from '@millrace/objects/contract'
import type { Conditions, Preview } from '../../contract/index.ts'
import type { Dictionary, GoalSql } from '../compile/dictionary.ts'
import { loadDictionary } from '../loadDictionary.ts'
import { checkKinds, kindNamed } from '../rules/checkKinds.ts'
import { countEverybody, countObjects, countPeople } from './countPeople.ts'
import { firstPeople } from './firstPeople.ts'
import { openLasting } from './lasting.ts'
import { peopleByIds } from './people.ts'

/** How many people a preview shows. */
const FIRST = 12
/** Nobody waits so long for a count; what still runs then is ended. */
const LONGEST = '600s'

/** Previews of conditions. What takes long goes on while the caller is told `pending`; who asks again gets it. */
export const openPreviews = (house: House, goalSql?: GoalSql) => {
  const lasting = openLasting()

  const reading = <T>(accountId: number, work: (tx: Tx, dictionary: Dictionary) => Promise<T>): Promise<T> =>
    house.db.system(async (tx) => {
      await tx.run(`set local statement_timeout = '${LONGEST}'`)
      return work(tx, await loadDictionary(tx, accountId, house.clock.now(), goalSql))
    })

  const ofObjects = async (accountId: number, conditions: Conditions, objectName: string): Promise<Preview> => {
    const key = `${accountId} ${objectName} ${JSON.stringify(conditions)}`
    const counts = await lasting(key, () =>
      reading(accountId, async (tx, dictionary) => {
        const { kind } = kindNamed(objectName, dictionary)
        checkKinds(conditions, kind, dictionary)
        return countObjects(tx, conditions, dictionary, kind as number)
      }),
    )
    const { count = null, total = 0 } = counts ?? {}
    return { count, total, canBeMailed: 0, unsubscribed: 0, people: [], pending: !counts }
  }

  return async (accountId: number, conditions: Conditions, objectName = 'person'): Promise<Preview> => {
    if (!isPersonName(objectName)) return ofObjects(accountId, conditions, objectName)
    const total = await reading(accountId, async (tx, dictionary) => {
      checkKinds(conditions, null, dictionary)
      return countEverybody(tx, accountId)
    })
    const key = `${accountId} ${JSON.stringify(conditions)}`
    const [counts, people] = await Promise.all([
      lasting(`count ${key}`, () => reading(accountId, (tx, dictionary) => countPeople(tx, conditions, dictionary))),
      lasting(`first ${key}`, () =>
        reading(accountId, async (tx, dictionary) =>
          peopleByIds(tx, accountId, await firstPeople(tx, conditions, dictionary, FIRST)),
        ),
      ),
    ])
    const { count = null, canBeMailed = null, unsubscribed = null } = counts ?? {}
    return { count, canBeMailed, unsubscribed, total, people: people ?? [], pending: !counts || !people }
  }
}

/** Shows whom conditions catch. */
export type ShowPreview = ReturnType<typeof openPreviews>
