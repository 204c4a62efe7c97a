import type { Tx } from '@millrace/kit/server'
import type { FlowDoors } from '../doors.ts'
import type { Moves } from './moves.ts'
import type { Plan, PlanWatch } from './plan.ts'
import { arrivedAt, passOf, READY, type Token } from './token.ts'

/** Passes that reached a goal already. */
const REACHED = `select run_id as "runId" from flow_goals
  where account_id = $1 and step_id = $2 and person_id = any($3::bigint[]) and run_id = any($4::bigint[])`

const pull = (goal: PlanWatch, tokens: readonly Token[], moves: Moves): Token[] => {
  const [first, ...others] = [...tokens].sort((a, b) => a.id - b.id)
  if (!first) return []
  moves.take(tokens)
  moves.leave(first, 'goal')
  moves.arrive(first, goal.stepId)
  for (const other of others) {
    moves.leave(other, 'goal')
    moves.end(other)
  }
  return [first]
}

const byPass = (tokens: readonly Token[]): Map<number, Token[]> => {
  const passes = new Map<number, Token[]>()
  for (const token of tokens) passes.set(passOf(token), [...(passes.get(passOf(token)) ?? []), token])
  return passes
}

const meetingOf = async (
  tx: Tx,
  doors: FlowDoors,
  accountId: number,
  { conditions, isSinceArrival }: PlanWatch,
  tokens: readonly Token[],
  now: Date,
): Promise<Token[]> => {
  if (isSinceArrival) {
    const until = ({ dueAt }: Token) => (dueAt && dueAt > now ? dueAt : now)
    const spans = tokens.map((token) => ({ personId: token.personId, after: arrivedAt(token), until: until(token) }))
    const met = await doors.matchesWithin(tx, accountId, conditions, spans)
    return tokens.filter((_, index) => met[index])
  }
  const people = [...new Set(tokens.map(({ personId }) => personId))]
  const those = await doors.matches(tx, accountId, conditions, people)
  return tokens.filter(({ personId }) => those.has(personId))
}

/**
 * Looks at what steps watch for people about whom something changed that is news to them (`isNews`). Those who wait at such a step and now meet it go
 * on; a goal that moves people pulls theirs to it, once per pass. Answers the tokens that go on now.
 */
export const reachGoals = async (
  tx: Tx,
  doors: FlowDoors,
  accountId: number,
  plan: Plan,
  tokens: readonly Token[],
  moves: Moves,
  isNews: (watch: PlanWatch, token: Token) => boolean,
): Promise<Set<Token>> => {
  const going = new Set<Token>()
  const gone = new Set<Token>()
  for (const goal of plan.watches) {
    const mayMeet = (token: Token) => !gone.has(token) && (goal.isPulling || token.stepId === goal.stepId)
    const concerned = tokens.filter((token) => mayMeet(token) && isNews(goal, token))
    if (!concerned.length) continue
    const meeting = await meetingOf(tx, doors, accountId, goal, concerned, moves.now)
    if (!meeting.length) continue
    const passes = byPass(meeting)
    if (goal.isGoal) {
      const people = [...new Set(meeting.map(({ personId }) => personId))]
      const asked = [accountId, goal.stepId, people, [...passes.keys()]]
      for (const { runId } of await tx.rows<{ runId: number }>(REACHED, asked, 'flows-goals-reached'))
        passes.delete(runId)
    }
    for (const pass of passes.values()) {
      const here = pass.filter(({ stepId }) => stepId === goal.stepId)
      moves.take(here)
      for (const token of here) {
        token.state = READY
        going.add(token)
      }
      if (here.length || !goal.isPulling) continue
      for (const token of pass) gone.add(token)
      for (const token of pull(goal, pass, moves)) going.add(token)
    }
  }
  return going
}
