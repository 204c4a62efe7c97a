import type { House, Tx } from '@millrace/kit/server'
import type { Use } from '../contract/index.ts'
import type { ExportSources } from './jobs/exportSources.ts'
import type { PeopleOfSegment } from './jobs/walk.ts'
import type { PersonParts } from './person/parts.ts'

/** Somewhere a tag or a field is named: a tag by its name in small letters. */
export type Mention = { what: 'tag' | 'field'; name: string; use: Use }

/** A tag's new name. `isMerge`: the other tag is there already, and had people of its own. */
export type TagRenaming = { from: string; to: string; isMerge: boolean; memberId: number }

/** A higher feature that keeps names of tags and fields. Everything runs in the caller's transaction. */
export type NameKeeper = {
  /** Everywhere it names tags and person fields. */
  mentionsOf(tx: Tx, accountId: number): Promise<Mention[]>
  /** Says the new name wherever it says the old one. */
  renameTag?(tx: Tx, accountId: number, renaming: TagRenaming): Promise<void>
  /** Hears that the values of a field mean something else from now on: it became a date, say. */
  fieldChanged?(tx: Tx, accountId: number, name: string): Promise<void>
}

/** A mail of the installation itself, not of an account's marketing. */
export type SystemMail = { accountId?: number; to: string; subject: string; text: string; html: string }

/** What people ask of higher features. */
export type PeoplePorts = {
  /** People of a segment with ids above `after`, by id; without it bulk calls refuse segments. */
  peopleOfSegment?: PeopleOfSegment
  /** Sends a mail in the caller's transaction: it leaves if and only if that commits. Without it an export tells nobody. */
  sendSystemMail?: (tx: Tx, mail: SystemMail) => Promise<void>
  /** Whoever names people for exports that are not of a list, by name. */
  exportSources?: ExportSources
  /** Whoever names tags and fields. */
  nameKeepers?: readonly NameKeeper[]
  /** What the features keep of people, lowest locks first. */
  personParts?: PersonParts
}

/** Everything that names tags or fields. */
export const allMentions = async (
  tx: Tx,
  accountId: number,
  keepers: readonly NameKeeper[] = [],
): Promise<Mention[]> => {
  const found: Mention[] = []
  for (const keeper of keepers) found.push(...(await keeper.mentionsOf(tx, accountId)))
  return found
}

/** The things among mentions that name one tag or field, each once. */
export const usesAmong = (mentions: readonly Mention[], what: Mention['what'], name: string): Use[] => {
  const uses = mentions.filter((mention) => mention.what === what && mention.name === name).map(({ use }) => use)
  return [...new Map(uses.map((use) => [`${use.kind} ${use.id}`, use])).values()]
}

/** How many things name each tag or field. */
export const countUses = (mentions: readonly Mention[], what: Mention['what']): Map<string, number> => {
  const things = new Map<string, Set<string>>()
  for (const { what: kind, name, use } of mentions) {
    if (kind !== what) continue
    things.set(name, (things.get(name) ?? new Set()).add(`${use.kind} ${use.id}`))
  }
  return new Map([...things].map(([name, set]) => [name, set.size]))
}

const plugged = new WeakMap<House, readonly NameKeeper[]>()

/** Plugs in whoever names tags and fields on a house. */
export const plugNameKeepers = (house: House, keepers: readonly NameKeeper[]): void => {
  plugged.set(house, keepers)
}

/** Whoever names tags and fields on a house. */
export const nameKeepersOf = (house: House): readonly NameKeeper[] => plugged.get(house) ?? []
