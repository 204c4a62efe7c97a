import fc from 'fast-check'
import type { NaivePerson } from './naive.ts'
import { EVENTS, FIELDS, TAGS, VALUES } from './randomConditions.ts'

const stored = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<unknown>(...VALUES, null) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom<unknown>(...VALUES), { maxLength: 3 }) },
)

/** Events are taken up to ten minutes ahead of the clock. */
const AHEAD = 10

const around = (now: Date, ahead = 60 * 24 * 10) =>
  fc.integer({ min: -60 * 24 * 40, max: ahead }).map((minutes) => new Date(now.getTime() + minutes * 60_000))

/** A random person of the model; values and times lie where random conditions look. */
export const randomPerson = (now: Date): fc.Arbitrary<NaivePerson> =>
  fc.record({
    core: fc.record({
      email: fc.option(fc.constantFrom('ann@trial.example', '5@pro.example', 'été@x.example')),
      userId: fc.option(fc.constantFrom('Trial', '5', '007', 'PRO')),
      createdAt: around(now),
      lastSeenAt: fc.option(around(now)),
      unsubscribed: fc.boolean(),
    }),
    fields: fc
      .dictionary(fc.constantFrom(...FIELDS.keys(), 'other'), stored)
      .map((fields) => ({ ...fields }) as Record<string, unknown>),
    tags: fc.subarray(TAGS),
    segments: fc.subarray([500, 501]),
    events: fc
      .array(
        fc.record({
          event: fc.constantFrom(...EVENTS),
          at: around(now, AHEAD),
          props: fc.record(
            {
              amount: stored,
              kind: stored,
              url: stored,
              emailId: fc.constantFrom<unknown>(5, '5', 6, null),
              isBot: fc.boolean(),
              nested: fc.record({ size: stored }),
            },
            { requiredKeys: [] },
          ),
        }),
        { maxLength: 6 },
      )
      .map((events) => events.map(({ event, at, props }) => ({ ...event, at, props: { ...props } }))),
  })
