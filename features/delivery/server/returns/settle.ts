import type { SendState } from '../../contract/index.ts'
import type { Figure } from '../ledger/counts.ts'
import type { MailReport } from './reports.ts'

/** What the ledger knows of how a mail fared. */
export type Fate = {
  state: SendState
  attemptedAt: Date | null
  acceptedAt: Date | null
  deliveredAt: Date | null
  bouncedAt: Date | null
  complainedAt: Date | null
  repliedAt: Date | null
}

/** What one report makes of it: the fate from now on, what is new to count, and what is new to tell. */
export type Settled = { fate: Fate; figures: readonly [Figure, number][]; events: readonly string[] }

const RANK: Partial<Record<SendState, number>> = { accepted: 1, delivered: 2, bounced: 3, complained: 4 }

/** A mail that is on its way, or of which nobody knew; whoever reports about it has got it from us. */
const isUnsettled = (state: SendState) => RANK[state] === undefined

const TIMES = {
  delivered: 'deliveredAt',
  bounced: 'bouncedAt',
  complained: 'complainedAt',
  replied: 'repliedAt',
} as const satisfies Partial<Record<MailReport['kind'], keyof Fate>>

const EVENTS = {
  delivered: 'Email delivered',
  bounced: 'Email bounced',
  complained: 'Email complained',
} as const

const accept = (fate: Fate, at: Date): Settled => {
  if (!isUnsettled(fate.state)) return { fate, figures: [], events: [] }
  const figures: [Figure, number][] = fate.acceptedAt ? [] : [['accepted', 1]]
  if (fate.state === 'failed') figures.push(['failed', -1])
  return {
    fate: { ...fate, state: 'accepted', acceptedAt: fate.acceptedAt ?? at },
    figures,
    events: fate.acceptedAt ? [] : ['Email sent'],
  }
}

const stateAfter = (state: SendState, kind: MailReport['kind']): SendState => {
  if (kind === 'deferred' || kind === 'replied' || kind === 'unsubscribed') return state
  return (RANK[kind] ?? 0) > (RANK[state] ?? 0) ? kind : state
}

/**
 * What a report makes of a mail; undefined where it cannot be about it, because it never left. What is told twice, or in
 * another order than it happened, comes to the same.
 */
export const settle = (
  before: Fate,
  { kind, at, isMachine }: Pick<MailReport, 'kind' | 'at' | 'isMachine'>,
): Settled | undefined => {
  if (!before.attemptedAt || before.state === 'skipped') return undefined
  const { fate, figures, events } = accept(before, at)
  const state = stateAfter(fate.state, kind)
  if (kind === 'deferred' || kind === 'unsubscribed') return { fate: { ...fate, state }, figures, events }
  const time = TIMES[kind]
  if (kind === 'replied') {
    if (isMachine) return { fate, figures, events: [...events, 'Email replied'] }
    const replied: [Figure, number][] = fate.repliedAt ? [] : [['replied', 1]]
    // Each reply is told, the mail is counted once.
    return {
      fate: { ...fate, state, repliedAt: fate.repliedAt ?? at },
      figures: [...figures, ...replied],
      events: [...events, 'Email replied'],
    }
  }
  if (fate[time]) return { fate: { ...fate, state }, figures, events }
  return {
    fate: { ...fate, state, [time]: at },
    figures: [...figures, [kind, 1]],
    events: [...events, EVENTS[kind]],
  }
}
