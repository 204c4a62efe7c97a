import type { ConditionGroup } from '@millrace/segments/contract'
import { all, any, did, didNot, field, segment, tag, where } from './conditions.ts'

/** A topic by its place among the two hundred; the first ones are on nearly everybody, the last on few. */
export const topic = (place: number) => `topic ${place}`

/** Questions that marketers ask of a large account, from one field to nested groups. */
export const ELEVEN: Record<string, ConditionGroup> = {
  'a common value': all(field('plan', 'is', 'pro')),
  'a rare value': all(field('city', 'is', 'Reykjavik')),
  'a rare text in the address': all(field('email', 'contains', 'garcia7771')),
  'a common text in the address': all(field('email', 'contains', 'gmail')),
  'a rare tag without another': all(tag(topic(150)), tag(topic(9), 'has not')),
  'a common tag without another': all(tag(topic(3)), tag(topic(9), 'has not')),
  'three clicks of one campaign in 30 days': all(did('Email clicked', 3, 30, where('campaign', 'is', '5'))),
  'three opens in 30 days': all(did('Email opened', 3, 30)),
  'no page in 90 days': all(didNot('Page viewed', 90)),
  'nested, four conditions': all(
    field('plan', 'is', 'trial'),
    any(did('Email opened', 3, 30), did('Email clicked', 1, 30), tag(topic(150))),
    didNot('Report exported', 90),
  ),
  'in one segment and not in another': all(segment(5), segment(6, 'not in')),
}
