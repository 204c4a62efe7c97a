import type { NewChange } from '@millrace/kit/jobs'
import type { FormerKey } from '../person/formerKeys.ts'
import type { PersonRow } from '../rules/personShape.ts'
import type { PreparedItem, Upserted, UpsertOptions } from './item.ts'
import { type Manners, Slot } from './slot.ts'

/** Where a batch found people by their keys. */
export type Matches = {
  rows: readonly PersonRow[]
  aliases: ReadonlyMap<string, number>
  /** Keys that people carried before they became one with others. */
  former: readonly FormerKey[]
}

type Outcome = { slot: Slot; created: boolean; changedFields: string[]; isTagged: boolean }

/** What a batch comes to: one slot a person, and what became of each item. */
export type Plan = {
  slots: Slot[]
  /** The slot and the changed fields of each item, or its refusal. */
  outcomes: (Outcome | { refusal: string })[]
}

const TAKEN = { email: 'Another person has this email.', userId: 'Another person has this user ID.' } as const

/** Plays a batch in order on what is there, in memory; nothing is written here. */
class Planning {
  readonly slots: Slot[] = []
  private readonly byId = new Map<number, Slot>()
  private readonly byUser = new Map<string, Slot>()
  private readonly byEmail = new Map<string, Slot>()
  private readonly byAnonymous = new Map<string, Slot>()
  /** Keys that find a person who carries another one now. */
  private readonly former = new Set<string>()
  private readonly now: Date
  private readonly options: UpsertOptions

  constructor({ rows, aliases, former }: Matches, options: UpsertOptions, now: Date) {
    this.now = now
    this.options = options
    for (const row of rows) {
      const slot = new Slot(row, now)
      this.slots.push(slot)
      this.byId.set(row.id, slot)
      if (row.user_id !== null) this.byUser.set(row.user_id, slot)
      if (row.email !== null) this.byEmail.set(row.email, slot)
      if (row.anonymous_id !== null) this.byAnonymous.set(row.anonymous_id, slot)
    }
    for (const [alias, id] of aliases) {
      const slot = this.byId.get(id)
      if (slot) this.byAnonymous.set(alias, slot)
    }
    this.takeFormer(former)
  }

  /** Keys that somebody carries today find that person; others find whom they once meant. */
  private takeFormer(former: readonly FormerKey[]) {
    for (const { kind, key, personId } of former) {
      const slot = this.byId.get(personId)
      if (!slot) continue
      if (kind === 'id') {
        if (!this.byId.has(Number(key))) this.byId.set(Number(key), slot)
        continue
      }
      const index = kind === 'email' ? this.byEmail : this.byUser
      if (index.has(key)) continue
      index.set(key, slot)
      this.former.add(`${kind} ${key}`)
    }
  }

  take(item: PreparedItem): Plan['outcomes'][number] {
    if (item.refusal !== undefined) return { refusal: item.refusal }
    const byId = item.id === null ? undefined : this.byId.get(item.id)
    if (item.id !== null && !byId) return { refusal: `There is no person with the id ${item.id}.` }
    const byUser = item.userId === null ? undefined : this.byUser.get(item.userId)
    const byEmail = item.email === null ? undefined : this.byEmail.get(item.email)
    const byAnonymous = item.anonymousId === null ? undefined : this.byAnonymous.get(item.anonymousId)
    const known = byId ?? byUser ?? byEmail
    if (known && byUser && byUser !== known) return { refusal: TAKEN.userId }
    if (known && byEmail && byEmail !== known) return { refusal: TAKEN.email }
    if (item.previousId !== null) this.alias(item, item.previousId, known)
    return this.apply(item, known ?? (item.userId === null ? undefined : this.byUser.get(item.userId)), byAnonymous)
  }

  /** Whoever was known by the previous id becomes the person of the item: renamed, or merged where both are there. */
  private alias(item: PreparedItem, previousId: string, known: Slot | undefined) {
    const previous = this.byUser.get(previousId) ?? this.byAnonymous.get(previousId)
    if (!previous || previous === known) return
    if (!known) return this.rekey(this.byUser, previous, 'userId', item.userId)
    const { email } = previous.columns
    this.rekey(this.byUser, previous, 'userId', null)
    this.rekey(this.byEmail, previous, 'email', null)
    if (email !== null && known.columns.email === null) this.rekey(this.byEmail, known, 'email', email)
    this.merge(previous, known)
  }

  private apply(item: PreparedItem, known: Slot | undefined, byAnonymous: Slot | undefined): Plan['outcomes'][number] {
    const isIdentified = item.userId !== null || item.email !== null
    // Somebody else has signed in on a device whose owner is known already: that device stays theirs.
    const anonymous =
      byAnonymous && (byAnonymous.isAnonymous || !isIdentified || byAnonymous === known) ? byAnonymous : undefined
    const slot = known ?? anonymous
    if (!slot) return this.create(item, byAnonymous === undefined)
    const wasThere = { slot, created: false, changedFields: [], isTagged: false }
    if (this.options.existing === 'ignore') return wasThere
    const before = slot.changeCount
    const tagCount = slot.tags.size
    if (known && anonymous && anonymous !== known) this.merge(anonymous, known)
    this.setKeys(slot, item, byAnonymous === undefined || anonymous !== undefined)
    slot.change(item, this.manners)
    return { ...wasThere, changedFields: slot.changedSince(before), isTagged: slot.tags.size > tagCount }
  }

  private get manners(): Manners {
    const { source } = this.options
    return {
      restores: source === 'manual' || source === 'import',
      resubscribes: source !== 'import' && source !== 'ingest',
    }
  }

  private create(item: PreparedItem, ownsDevice: boolean): Plan['outcomes'][number] {
    const slot = new Slot(undefined, this.now)
    this.slots.push(slot)
    this.setKeys(slot, item, ownsDevice)
    slot.change(item, this.manners)
    return { slot, created: true, changedFields: slot.changedSince(0), isTagged: slot.tags.size > 0 }
  }

  private setKeys(slot: Slot, item: PreparedItem, ownsDevice: boolean) {
    if (item.userId !== null && !this.isFormer(slot, 'userId', item.userId, item))
      this.rekey(this.byUser, slot, 'userId', item.userId)
    if (item.email !== null && !this.isFormer(slot, 'email', item.email, item))
      this.rekey(this.byEmail, slot, 'email', item.email)
    for (const name of item.clears) this.rekey(name === 'email' ? this.byEmail : this.byUser, slot, name, null)
    if (item.anonymousId !== null && ownsDevice && this.byAnonymous.get(item.anonymousId) !== slot) {
      slot.addDevice(item.anonymousId)
      this.byAnonymous.set(item.anonymousId, slot)
    }
  }

  /** Whether a key is one that the person was merged away from: told again, it does not come back; only a member brings it. */
  private isFormer(slot: Slot, name: 'email' | 'userId', value: string, item: PreparedItem) {
    return item.id === null && slot.key(name) !== null && this.former.has(`${name} ${value}`)
  }

  private rekey(index: Map<string, Slot>, slot: Slot, name: 'email' | 'userId', value: string | null) {
    const old = slot.key(name)
    if (old === value) return
    if (old !== null) index.delete(old)
    if (value !== null) index.set(value, slot)
    slot.setKey(name, value)
  }

  /** An anonymous person turns out to be `into`: everything goes over, `into` wins where both know something. */
  merge(from: Slot, into: Slot) {
    for (const [key, slot] of this.byAnonymous) if (slot === from) this.byAnonymous.set(key, into)
    if (from.row) this.byId.set(from.row.id, into)
    into.absorb(from)
  }
}

/** Plays the items of a batch one after the other: a later item sees what an earlier one did. */
export const planBatch = (
  items: readonly PreparedItem[],
  matches: Matches,
  options: UpsertOptions,
  now: Date,
): Plan => {
  const planning = new Planning(matches, options, now)
  const outcomes = items.map((item) => planning.take(item))
  return { slots: planning.slots, outcomes }
}

/** The news of a plan, once every new person has an id. */
export const changesOf = (slots: readonly Slot[], source: string): NewChange[] =>
  slots.flatMap((slot) => slot.changes(source))

/** What became of an item, once new people have ids. */
export const resultOf = (outcome: Plan['outcomes'][number]): Upserted => {
  if ('refusal' in outcome)
    return { personId: 0, created: false, changedFields: [], isTagged: false, refusal: outcome.refusal }
  const { slot, ...rest } = outcome
  return { ...rest, personId: slot.personId }
}
