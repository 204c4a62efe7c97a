/** What asked for something of one mail, at a moment (ms). */
export type Trace = {
  kind: 'opening' | 'click' | 'trap'
  linkId: number
  at: number
  /** Known to be a machine's by itself. */
  isBot?: boolean
  /** Whoever asked had the mail of many others at the same time. */
  isOfMany?: boolean
}

/** Nobody asks for several things of a mail within this time; so what comes so close together is of one. */
export const NEAR_MS = 2_000
/** So soon after a mail was accepted scanners are at work, and few readers. */
export const FRESH_MS = 10_000
/**
 * So many links in one go are a machine's; right after acceptance one less. A machine beside a click on the same link makes no
 * machine of it: gateways look at an address at the moment at which their reader clicks.
 */
const MANY = 3

/** Whether a mail was accepted a moment ago, or is not known to be yet. */
export const isFresh = (at: number, acceptedAt: Date | null): boolean =>
  acceptedAt === null || at - acceptedAt.getTime() < FRESH_MS

const isMachine = (visit: readonly Trace[], acceptedAt: Date | null) => {
  if (visit.some(({ kind, isOfMany }) => kind === 'trap' || isOfMany)) return true
  const links = new Set(visit.filter(({ kind }) => kind === 'click').map(({ linkId }) => linkId))
  return links.size >= (isFresh(visit[0]?.at ?? 0, acceptedAt) ? MANY - 1 : MANY)
}

/** The visits to a mail, each what came close together, with whether a machine made it. */
export const visitsOf = <T extends Trace>(
  traces: readonly T[],
  acceptedAt: Date | null,
): { traces: T[]; isMachine: boolean; from: number; to: number }[] => {
  const visits: T[][] = []
  for (const trace of [...traces].sort((a, b) => a.at - b.at)) {
    const last = visits.at(-1)
    if (last && trace.at - (last.at(-1)?.at ?? 0) <= NEAR_MS) last.push(trace)
    else visits.push([trace])
  }
  return visits.map((visit) => ({
    traces: visit,
    isMachine: isMachine(visit, acceptedAt),
    from: visit[0]?.at ?? 0,
    to: visit.at(-1)?.at ?? 0,
  }))
}
