import { later, nextTimeOfDay } from '@millrace/kit/server'
import { momentOfField } from '../../contract/clock/fieldMoments.ts'
import { type PersonRow, readPeople, zoneFor } from '../../server/engine/people.ts'
import { type Outcome, personIdsOf, type StepContext, type StepRun } from '../../server/engine/stepRun.ts'
import type { Token } from '../../server/engine/token.ts'
import type { DelayValues, OldDelayValues } from './delay.step.ts'

type Field = Extract<DelayValues, { kind: 'field' }>

const momentOf = ({ field, offset }: Field, person: PersonRow | undefined, zone: string): Date | undefined => {
  const moment = momentOfField(person?.fields[field], zone)
  if (!moment || !offset || offset.direction === 'on') return moment
  return later(moment, offset, zone, offset.direction === 'before' ? -1 : 1)
}

/**
 * Until when each token waits, counted from when it came to the step; undefined where there is nothing to wait for
 * (an empty date field). Used on arriving and when a wait is changed while people stand in it.
 */
const waitsUntil = async (
  { tx, accountId, zone }: Pick<StepContext, 'tx' | 'accountId' | 'zone'>,
  values: DelayValues,
  tokens: readonly Pick<Token, 'personId' | 'stepEnteredAt'>[],
): Promise<(Date | undefined)[]> => {
  if (values.kind === 'duration') return tokens.map(({ stepEnteredAt }) => later(stepEnteredAt, values, zone))
  if (values.kind === 'until') return tokens.map(() => new Date(values.at))
  const needsPeople = values.kind === 'field' || values.timezone === 'person'
  const people = needsPeople ? await readPeople(tx, accountId, personIdsOf(tokens as Token[])) : undefined
  return tokens.map(({ personId, stepEnteredAt }) => {
    const person = people?.get(personId)
    if (values.kind === 'field') return momentOf(values, person, zoneFor(person, zone))
    return nextTimeOfDay(stepEnteredAt, values.weekdays, values.at, zoneFor(person, zone))
  })
}

/** Holds people back; those whose time is over already go on at once. */
export const runDelay: StepRun<DelayValues> = {
  usesDatabase: true,
  run: async (context, values, tokens) =>
    (await waitsUntil(context, values, tokens)).map(
      (until): Outcome => (until && until > context.now ? { wait: until } : { go: null }),
    ),
  until: waitsUntil,
}

/** The earlier wait. */
export const runOldDelay: StepRun<OldDelayValues> = {
  usesDatabase: false,
  run: ({ now, zone }, values, tokens) =>
    tokens.map(({ stepEnteredAt }): Outcome => {
      const until = later(stepEnteredAt, values, zone)
      return until > now ? { wait: until } : { go: null }
    }),
  until: ({ zone }, values, tokens) => tokens.map(({ stepEnteredAt }) => later(stepEnteredAt, values, zone)),
}
