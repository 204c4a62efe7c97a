import type { Tx } from '@millrace/kit/server'
import type { Holding } from '../../contract/index.ts'

/** Two people who become one. */
export type Merge = {
  /** The one who stays. */
  kept: number
  /** The one who goes. */
  gone: number
  /** The address that the person will have, and those that they had; empty where it is not known any more. */
  address: string | null
  formerAddresses: readonly string[]
}

/** What tells an erased person: addresses in lower case, and every other word that is theirs alone. */
export type Traces = { addresses: readonly string[]; words: readonly string[] }

/** Some rows of what is kept of a person, under a heading of the exported file. */
export type DataPage = { of: string; rows: readonly unknown[] }

/**
 * What a feature keeps of people. All run in the caller's transaction and are harmless when repeated; the account's lane
 * of changes is held, and `merge` and `erase` run before the people themselves are touched.
 */
export type PersonPart = {
  /** How much there is of a person. */
  count(tx: Tx, accountId: number, personId: number): Promise<Holding[]>
  /** Gives everything of the one who goes to the one who stays. */
  merge(tx: Tx, accountId: number, merge: Merge): Promise<void>
  /** What a merge would end, in sentences. */
  ends?(tx: Tx, accountId: number, kept: number, gone: number): Promise<string[]>
  /**
   * Deletes what is kept of people, or makes it say nothing of anybody. `traces` are there where one person is erased on
   * request: whatever carries them goes too.
   */
  erase(tx: Tx, accountId: number, personIds: readonly number[], traces?: Traces): Promise<void>
  /** Everything that is kept of a person, page by page; opens transactions of its own. */
  data(accountId: number, personId: number): AsyncIterable<DataPage>
}

/** The parts of all features that keep something of people, in the order in which they are asked. */
export type PersonParts = () => readonly PersonPart[]
