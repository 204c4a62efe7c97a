import type { Reactor } from '@millrace/kit/jobs'
import type { House } from '@millrace/kit/server'
import { cutAllOf, moveToPeople } from './cutAll.ts'

/** What is tied to people goes with those who are merged into others, and is cut where they are erased. */
export const followPeople = (house: House): Reactor => ({
  name: 'objects: ties follow people',
  react: async (tx, accountId, changes) => {
    const moves = new Map<number, number>()
    const erased: number[] = []
    for (const { kind, personId, ref } of changes) {
      if (kind === 'person.merged' && personId !== null && ref !== null) moves.set(ref, personId)
      if (kind === 'person.erased' && personId !== null) erased.push(personId)
    }
    // Somebody may be merged twice in a row: what follows goes all the way.
    for (const [from, into] of moves) {
      let last = into
      for (let steps = 0; moves.has(last) && steps < moves.size; steps++) last = moves.get(last) as number
      moves.set(from, last)
    }
    if (moves.size) await moveToPeople(tx, house, accountId, moves)
    if (erased.length) await cutAllOf(tx, house, accountId, null, erased)
    return undefined
  },
})
