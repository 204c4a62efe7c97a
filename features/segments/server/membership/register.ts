import type { Tx } from '@millrace/kit/server'
import type { Conditions } from '../../contract/index.ts'
import type { Dictionary, GoalSql } from '../compile/dictionary.ts'
import { loadDictionary } from '../loadDictionary.ts'
import { type DependencyKey, dependenciesOf } from './dependencies.ts'

/** A segment whose members are stored. */
export type StoredSegment = { id: number; conditions: Conditions; definition: number }

/** The segments of an account, found by what they depend on. */
export type Register = {
  dictionary: Dictionary
  segments: readonly StoredSegment[]
  /** The segments that must be asked again after a change. */
  after(key: DependencyKey): readonly StoredSegment[]
}

// The segments of an account whose members are stored.
const STORED = `select id, conditions, definition from segments
  where account_id = $1 and id not in (1, 2) and object_name = 'person' order by account_id, id`

/** Reads an account's segments with everything that their conditions can be about. */
export const loadRegister = async (tx: Tx, accountId: number, now: Date, goalSql?: GoalSql): Promise<Register> => {
  const dictionary = await loadDictionary(tx, accountId, now, goalSql)
  const segments = await tx.rows<StoredSegment>(STORED, [accountId], 'segments-stored')
  const index = new Map<DependencyKey, StoredSegment[]>()
  for (const segment of segments) {
    for (const key of dependenciesOf(segment.conditions, dictionary)) {
      const list = index.get(key)
      if (list) list.push(segment)
      else index.set(key, [segment])
    }
  }
  return { dictionary, segments, after: (key) => index.get(key) ?? [] }
}
