import { dice } from './people.ts'

const DAY = 86_400_000

/** A company of the story; people name it in their field `company`. */
export type StoryCompany = {
  externalId: string
  name: string
  domain: string
  website: string
  industry: string
  employees: number
  plan: string
  monthlySpend: number
  country: string
  city: string
}

const COMPANIES: [name: string, industry: string, employees: number, plan: string, city: string, country: string][] = [
  ['Harbor', 'Logistics', 320, 'business', 'Lisbon', 'Portugal'],
  ['Acme', 'Manufacturing', 1200, 'business', 'Austin', 'United States'],
  ['Lumen', 'Energy', 85, 'team', 'Oslo', 'Norway'],
  ['Mosaic', 'Design', 24, 'team', 'Lyon', 'France'],
  ['Pinecone', 'Retail', 140, 'team', 'Toronto', 'Canada'],
  ['Fieldwork', 'Agriculture', 60, 'free', 'Berlin', 'Germany'],
  ['Atlas', 'Travel', 210, 'team', 'Lisbon', 'Portugal'],
  ['Tidal', 'Energy', 45, 'trial', 'Kyoto', 'Japan'],
  ['Orbit', 'Aerospace', 530, 'business', 'Lyon', 'France'],
  ['Quanta', 'Software', 38, 'trial', 'Kyoto', 'Japan'],
  ['Sable', 'Fashion', 18, 'free', 'Oslo', 'Norway'],
  ['Meridian', 'Consulting', 95, 'team', 'Berlin', 'Germany'],
]

const PRICE: Record<string, number> = { free: 0, trial: 0, team: 9, business: 14 }

/** The companies of the story. */
export const STORY_COMPANIES: readonly StoryCompany[] = COMPANIES.map(
  ([name, industry, employees, plan, city, country]) => ({
    externalId: `co_${name.toLowerCase()}`,
    name,
    domain: `${name.toLowerCase()}.example`,
    website: `https://${name.toLowerCase()}.example`,
    industry,
    employees,
    plan,
    monthlySpend: Math.round(employees / 4) * (PRICE[plan] ?? 0),
    country,
    city,
  }),
)

/** What the story's customers keep in the product: a kind of object of its own. */
export const STORY_PROJECTS = {
  schema: {
    name: 'project',
    displayNameSingular: 'Project',
    displayNamePlural: 'Projects',
    description: 'What a customer plans in Northwind.',
    secondaryFields: ['status'],
    searchableFields: ['name'],
    fields: [
      { name: 'name', title: 'Name' },
      { name: 'status', title: 'Status', displayType: 'select' as const, enum: ['Planned', 'Running', 'Late', 'Done'] },
      { name: 'tasks', title: 'Tasks', type: 'integer' as const },
      { name: 'dueOn', title: 'Due on', format: 'date' as const },
      { name: 'budget', title: 'Budget', type: 'number' as const, displayType: 'currency' as const },
    ],
  },
  titles: ['Website relaunch', 'Warehouse move', 'Spring campaign', 'New pricing', 'Mobile app', 'Hiring', 'Audit'],
}

/** A project of the story and the company that it belongs to. */
export type StoryProject = { company: string; project: Record<string, unknown> & { externalId: string } }

/** The projects of the story: two or three a company. */
export const storyProjects = (now: Date): StoryProject[] => {
  const roll = dice(4_711)
  const { titles, schema } = STORY_PROJECTS
  const states = schema.fields[1]?.enum ?? []
  return STORY_COMPANIES.flatMap(({ externalId, name }) =>
    Array.from({ length: 2 + Math.floor(roll() * 2) }, (_, index) => ({
      company: externalId,
      project: {
        externalId: `pr_${name.toLowerCase()}_${index + 1}`,
        name: `${titles[Math.floor(roll() * titles.length)]}`,
        status: states[Math.floor(roll() * states.length)],
        tasks: 5 + Math.floor(roll() * 90),
        dueOn: new Date(now.getTime() + (roll() * 120 - 20) * DAY).toISOString().slice(0, 10),
        budget: 1000 * (2 + Math.floor(roll() * 60)),
      },
    })),
  )
}
