const FIRST = [
  'Luca',
  'Ines',
  'Sven',
  'Theo',
  'Ana',
  'Jun',
  'Ravi',
  'Priya',
  'Tess',
  'Yara',
  'Emil',
  'Noor',
  'Hugo',
  'Kaia',
  'Owen',
  'Maya',
  'Leon',
  'Zoe',
  'Omar',
  'Freya',
]
const LAST = [
  'Nakamura',
  'Clarke',
  'Shah',
  'Takeda',
  'Berg',
  'Silva',
  'Bauer',
  'Haddad',
  'Moreau',
  'Novak',
  'Weiss',
  'Rossi',
  'Okafor',
  'Lindholm',
  'Duarte',
  'Park',
  'Kowalski',
  'Ferrari',
  'Jensen',
  'Costa',
]
const COMPANIES = [
  'Harbor',
  'Acme',
  'Lumen',
  'Mosaic',
  'Pinecone',
  'Fieldwork',
  'Atlas',
  'Tidal',
  'Orbit',
  'Quanta',
  'Sable',
  'Meridian',
]
const CITIES: [city: string, country: string, timezone: string][] = [
  ['Lisbon', 'Portugal', 'Europe/Lisbon'],
  ['Kyoto', 'Japan', 'Asia/Tokyo'],
  ['Oslo', 'Norway', 'Europe/Oslo'],
  ['Lyon', 'France', 'Europe/Paris'],
  ['Austin', 'United States', 'America/Chicago'],
  ['Toronto', 'Canada', 'America/Toronto'],
  ['Berlin', 'Germany', 'Europe/Berlin'],
]
const DAY = 86_400_000

/** Numbers from 0 to 1 that look random and are the same every time. */
export const dice = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** One person of the story. */
export type StoryPerson = {
  email: string
  firstName: string
  lastName: string
  company: string
  city: string
  country: string
  timezone: string
  plan: 'trial' | 'free' | 'team' | 'business'
  seats: number
  leadScore: number
  trialEndsAt?: string
  tags: string[]
  signedUpAt: Date
}

const pick = <T>(list: readonly T[], roll: number): T => list[Math.floor(roll * list.length)] as T

const planOf = (roll: number): StoryPerson['plan'] =>
  roll < 0.34 ? 'trial' : roll < 0.55 ? 'free' : roll < 0.86 ? 'team' : 'business'

const tagsOf = (plan: StoryPerson['plan'], roll: () => number): string[] => {
  const tags = plan === 'trial' ? ['trial'] : plan === 'free' ? [] : ['customer']
  if (roll() < 0.42) tags.push('newsletter')
  if (roll() < 0.18) tags.push('webinar-q4')
  if (plan !== 'trial' && roll() < 0.12) tags.push('churn-risk')
  if (roll() < 0.08) tags.push('agency')
  return tags
}

/** The people of the story, the latest sign-up first. */
export const storyPeople = (count: number, now: Date): StoryPerson[] => {
  const roll = dice(20_261)
  return Array.from({ length: count }, (_, index) => {
    const firstName = pick(FIRST, roll())
    const lastName = pick(LAST, roll())
    const company = pick(COMPANIES, roll())
    const [city, country, timezone] = pick(CITIES, roll())
    const plan = planOf(roll())
    const daysAgo = plan === 'trial' ? roll() * 14 : roll() ** 2 * 300
    const signedUpAt = new Date(now.getTime() - daysAgo * DAY - index * 1000)
    return {
      email: `${firstName}.${lastName}${index}@${company}.example`.toLowerCase(),
      firstName,
      lastName,
      company,
      city,
      country,
      timezone,
      plan,
      seats: plan === 'business' ? 20 + Math.floor(roll() * 180) : plan === 'team' ? 2 + Math.floor(roll() * 18) : 1,
      leadScore: Math.floor(roll() * 100),
      ...(plan === 'trial' && { trialEndsAt: new Date(signedUpAt.getTime() + 14 * DAY).toISOString() }),
      tags: tagsOf(plan, roll),
      signedUpAt,
    }
  }).sort((a, b) => b.signedUpAt.getTime() - a.signedUpAt.getTime())
}

/** What a person of the story did since signing up. */
export const storyEvents = (
  person: StoryPerson,
  now: Date,
): { name: string; at: Date; properties: Record<string, unknown> }[] => {
  const roll = dice(person.signedUpAt.getTime() % 2_147_483_646 || 1)
  const since = now.getTime() - person.signedUpAt.getTime()
  const later = () => new Date(person.signedUpAt.getTime() + roll() * since)
  const events = [
    {
      name: 'Account created',
      at: person.signedUpAt,
      properties: { plan: person.plan, source: pick(['search', 'friend', 'webinar', 'ad'], roll()) } as Record<
        string,
        unknown
      >,
    },
  ]
  const projects = Math.floor(roll() * (person.plan === 'free' ? 2 : 6))
  for (let i = 0; i < projects; i++) {
    events.push({
      name: 'Project created',
      at: later(),
      properties: { type: pick(['Website', 'Mobile app', 'Research'], roll()), members: 1 + Math.floor(roll() * 5) },
    })
  }
  if (person.seats > 1) events.push({ name: 'Teammate invited', at: later(), properties: { seats: person.seats } })
  if (person.plan === 'team' || person.plan === 'business')
    events.push({
      name: 'Plan upgraded',
      at: later(),
      properties: { plan: person.plan, amount: person.plan === 'team' ? 49 : 199 },
    })
  return events
}
