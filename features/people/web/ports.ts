import type { Scope } from '@millrace/kit/contract'
import type { LazyScreen } from '@millrace/kit/web'

/** A part of a person's page that a higher feature draws: what they did, their segments, their mail. */
export type PersonPart = {
  id: string
  title: string
  /** In the wide column, as a tab; or at the side, below the fields. */
  place: 'main' | 'side'
  part: LazyScreen<{ personId: number }>
  /** Without this permission the part is not shown. */
  scope?: Scope
}

let parts: readonly PersonPart[] = []

/** Gives a person's page its parts from higher features; the app does this once. */
export const plugPersonParts = (all: readonly PersonPart[]): void => {
  parts = all
}

/** The parts for a place on the page. */
export const personParts = (place: PersonPart['place']): PersonPart[] => parts.filter((part) => part.place === place)
