import type { Tx } from '@millrace/kit/server'
import { passOf, type Token } from './token.ts'
import { noteTrouble } from './troubles.ts'

/** So many ways at once of one pass; more would be without end, for each may part again. */
export const MOST_WAYS = 1_000
const TOO_MANY = `A person was on ${MOST_WAYS.toLocaleString('en')} ways through this flow at once. Where ways part in a loop they become more and more: they go on one way now.`

/** Whoever comes to a step for the so many-th time may be in a loop. */
const MANY_VISITS = 100

/** How many ways some passes are on. */
const WAYS = `select coalesce(r.root_id, r.id) as pass, count(*)::int as ways from flow_runs r
  where r.account_id = $1 and r.flow_id = $2 and r.person_id = any($3::bigint[]) and r.state < 4 group by 1`

type Where = { tx: Tx; accountId: number; flowId: number; now: Date }
/** Someone leaves a step by several ways at once: `targets` are those besides the first one. */
export type Fork = { parent: Token; stepId: number; targets: readonly number[] }

/** Counts on how many ways passes are, so that ways that part again and again do not become more without end. */
export class Ways {
  private readonly known = new Map<number, number>()
  private readonly where: Where

  constructor(where: Where) {
    this.where = where
  }

  /** Those of some ways that part which may be gone besides the first one. */
  async allowed(forks: readonly Fork[]): Promise<Fork[]> {
    await this.learn(forks.map(({ parent }) => parent))
    const spared = new Map<number, Token[]>()
    const allowed = forks.filter(({ parent, stepId, targets }) => {
      const pass = passOf(parent)
      const ways = (this.known.get(pass) ?? 1) + targets.length
      if (ways <= MOST_WAYS) {
        this.known.set(pass, ways)
        return true
      }
      spared.set(stepId, [...(spared.get(stepId) ?? []), parent])
      return false
    })
    const { tx, accountId, flowId, now } = this.where
    for (const [stepId, tokens] of spared) {
      const people = new Set(tokens.map(({ personId }) => personId))
      const [personId] = people
      const trouble = { code: 'too-many-ways', stepId, reason: TOO_MANY, people: people.size } as const
      await noteTrouble(tx, accountId, flowId, { ...trouble, ...(personId !== undefined && { personId }) }, now)
    }
    return allowed
  }

  /** Only who is on a way that parted before, or has been round for long, can be on many: the others are not asked about. */
  private async learn(parents: readonly Token[]): Promise<void> {
    const asked = parents.filter(
      (token) => !this.known.has(passOf(token)) && (token.rootId !== null || token.visit > MANY_VISITS),
    )
    if (!asked.length) return
    const people = [...new Set(asked.map(({ personId }) => personId))]
    const { tx, accountId, flowId } = this.where
    const rows = await tx.rows<{ pass: number; ways: number }>(WAYS, [accountId, flowId, people], 'flows-ways')
    for (const { pass, ways } of rows) if (!this.known.has(pass)) this.known.set(pass, ways)
  }
}
