import type { Scope } from '@millrace/kit/contract'
import type { ComponentType } from 'react'
import type { PersonEvent } from '../contract/index.ts'

/** What an event is about, in the words of higher features: the email, the flow. */
export type EventSubject = ComponentType<{ event: PersonEvent }>

/** Something besides events that belongs into the story of a person. */
export type TimelineEntry = {
  key: string
  at: string
  /** What happened, as a sentence. */
  words: string
  /** More words below it. */
  note?: string
  /** Where it leads. */
  to?: string
}

/** Where such things come from: a higher feature. */
export type TimelineSource = {
  id: string
  /** What it is called among the kinds that can be chosen. */
  title: string
  mark: 'segment' | 'flow' | 'person'
  scope?: Scope
  load(personId: number): Promise<TimelineEntry[]>
}

type Sources = () => Promise<{ sources: readonly TimelineSource[]; EventSubject?: EventSubject }>

let load: Sources = async () => ({ sources: [] })

/** Gives timelines what higher features know of a person, fetched with the first timeline; the app does this once. */
export const plugTimelineSources = (given: Sources): void => {
  load = given
}

/** What stands beside events in timelines. */
export const timelineSources: Sources = () => load()
