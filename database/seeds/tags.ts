/** The tags of the story workspace; colours are those that the product offers. */
export const STORY_TAGS: { tag: string; description: string; color: string }[] = [
  { tag: 'trial', description: 'In their fourteen days', color: '#ff9800' },
  { tag: 'customer', description: 'Pays for a plan', color: '#4caf50' },
  { tag: 'newsletter', description: 'Asked for the monthly letter', color: '#2196f3' },
  { tag: 'webinar-q4', description: 'Signed up for the autumn webinar', color: '#673ab7' },
  { tag: 'churn-risk', description: 'Uses less than a month ago', color: '#f44336' },
  { tag: 'agency', description: 'Works for several clients', color: '#009688' },
]
