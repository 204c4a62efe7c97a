import type { House, Tx } from '@millrace/kit/server'
import {
  ALL_SEGMENT_ID,
  ARCHIVED_SEGMENT_ID,
  type Condition,
  type Conditions,
  noConditions,
  type Period,
} from '../contract/index.ts'
import { startBuild } from './membership/buildSegment.ts'

const all = (...conditions: Condition[]): Conditions => ({ type: 'group', operator: 'and', conditions })
const any = (...conditions: Condition[]): Conditions => ({ type: 'group', operator: 'or', conditions })
const days = (value: number): Period => ({ value, unit: 'days' })

const email = (name: string, within: number, condition: 'has' | 'has not' = 'has'): Condition => ({
  type: 'event',
  condition,
  systemConditions: {
    type: 'group',
    operator: 'and',
    conditions: [
      { type: 'field', field: 'type', condition: 'is', value: 'email' },
      { type: 'field', field: 'name', condition: 'is', value: name },
    ],
  },
  recencyCondition: { type: 'recencyCondition', condition: 'after period', value: days(within) },
})
const seen = (condition: 'after period' | 'before period', within: number): Condition => ({
  type: 'field',
  field: 'lastSeenAt',
  condition,
  value: days(within),
})
const isSubscribed: Condition = { type: 'field', field: 'unsubscribed', condition: 'is', value: false }

type AutoSegment = { id: number; name: string; color: string | null; conditions: Conditions }

/** The segments that every account has. Nobody can change them; they can be copied. */
export const AUTO_SEGMENTS: readonly AutoSegment[] = [
  { id: ARCHIVED_SEGMENT_ID, name: 'Archived', color: '#8b8d98', conditions: noConditions() },
  { id: ALL_SEGMENT_ID, name: 'All people', color: null, conditions: noConditions() },
  {
    id: 3,
    name: 'Unsubscribed',
    color: null,
    conditions: all({ type: 'field', field: 'unsubscribed', condition: 'is', value: true }),
  },
  {
    id: 4,
    name: 'New',
    color: '#3e93ec',
    conditions: all({ type: 'field', field: 'createdAt', condition: 'after period', value: days(30) }),
  },
  {
    id: 5,
    name: 'Engaged',
    color: '#22a86c',
    conditions: all(isSubscribed, any(email('Email opened', 30), email('Email clicked', 30), seen('after period', 30))),
  },
  {
    id: 6,
    name: 'Need some love',
    color: '#ee9a1c',
    conditions: all(
      isSubscribed,
      { type: 'field', field: 'createdAt', condition: 'before period', value: days(30) },
      email('Email opened', 60, 'has not'),
      email('Email clicked', 60, 'has not'),
      any(seen('before period', 60), { type: 'field', field: 'lastSeenAt', condition: 'is empty' }),
    ),
  },
]

/** True for the ids of segments that every account has. */
export const isAutoId = (id: number): boolean => AUTO_SEGMENTS.some((segment) => segment.id === id)

// Which of the segments that every account has there are.
const KNOWN = 'select id from segments where account_id = $1 and is_auto'

// Adds those that are missing.
const ADD = `insert into segments (account_id, id, name, color, conditions, is_auto, created_at, updated_at)
  select $1::int, u.id, u.name, u.color, u.conditions, true, $6::timestamptz, $6::timestamptz
  from unnest($2::bigint[], $3::text[], $4::text[], $5::jsonb[]) as u(id, name, color, conditions)
  on conflict (account_id, id) do nothing returning id, definition`

/** Gives an account the segments that every account has, where they are missing. */
export const ensureAutoSegments = async (tx: Tx, house: House, accountId: number): Promise<void> => {
  const known = await tx.rows<{ id: number }>(KNOWN, [accountId], 'segments-auto')
  const missing = AUTO_SEGMENTS.filter(({ id }) => !known.some((row) => row.id === id))
  if (!missing.length) return
  const added = await tx.rows<{ id: number; definition: number }>(ADD, [
    accountId,
    missing.map(({ id }) => id),
    missing.map(({ name }) => name),
    missing.map(({ color }) => color),
    missing.map(({ conditions }) => JSON.stringify(conditions)),
    house.clock.now(),
  ])
  for (const { id, definition } of added) {
    if (id === ALL_SEGMENT_ID || id === ARCHIVED_SEGMENT_ID) continue
    await startBuild(tx, house, { accountId, segmentId: id, definition })
  }
}
