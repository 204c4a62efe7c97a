import type { Cause, Change } from '@millrace/kit/jobs'
import type { Tx } from '@millrace/kit/server'
import type { FlowDoors } from '../doors.ts'
import type { LiveFlow, Triggered } from './findTriggered.ts'
import type { PlanWatch } from './plan.ts'

/** What happens in one flow because of some changes: who is let in, and for whom what a step watches may have come true. */
export type News = {
  triggered: readonly Triggered[]
  concerned: ReadonlyMap<PlanWatch, ReadonlySet<number>>
  causes: ReadonlyMap<number, Cause>
}

/** Everybody for whom something that a step watches may have come true. */
export const concernedIn = ({ concerned }: News): number[] => [
  ...new Set([...concerned.values()].flatMap((those) => [...those])),
]

/** Everybody whom the news are about. */
export const peopleOf = (news: News): number[] => [
  ...new Set([...news.triggered.map(({ personId }) => personId), ...concernedIn(news)]),
]

/** Those of some who are among others. */
export const among = (those: ReadonlySet<number>, people: ReadonlySet<number>): Set<number> =>
  new Set([...those].filter((id) => people.has(id)))

/** The part of the news that is about some people. */
export const about = ({ triggered, concerned, causes }: News, people: ReadonlySet<number>): News => ({
  triggered: triggered.filter(({ personId }) => people.has(personId)),
  concerned: new Map([...concerned].map(([watch, those]) => [watch, among(those, people)])),
  causes,
})

/** For each thing that steps of the flows watch: those who may meet it since some changes. */
export const concernedInFlows = async (
  doors: FlowDoors,
  tx: Tx,
  accountId: number,
  flows: readonly LiveFlow[],
  changes: readonly Change[],
): Promise<Map<PlanWatch, ReadonlySet<number>>> => {
  const concerned = new Map<PlanWatch, ReadonlySet<number>>()
  for (const { plan, kindId } of flows) {
    for (const watch of plan.watches) {
      concerned.set(watch, await doors.concerned(tx, accountId, watch.conditions, changes, kindId))
    }
  }
  return concerned
}
