/** A folder of the story: what lies in it is named as its list names it. */
export type StoryFolder = {
  folderType: 'flows' | 'emails' | 'segments' | 'tags' | 'personFields'
  name: string
  color: string
  items: readonly string[]
  folders?: readonly StoryFolder[]
}

/** How the story's people keep order. */
export const STORY_FOLDERS: readonly StoryFolder[] = [
  { folderType: 'flows', name: 'Onboarding', color: '#5a55db', items: ['Trial onboarding'] },
  {
    folderType: 'flows',
    name: 'Lifecycle',
    color: '#009688',
    items: [],
    folders: [
      { folderType: 'flows', name: 'Events', color: '#ff9800', items: ['Webinar follow-up'] },
      { folderType: 'flows', name: 'Retention', color: '#f44336', items: ['Churn risk: usage drop'] },
    ],
  },
  {
    folderType: 'emails',
    name: 'Onboarding',
    color: '#5a55db',
    items: ['Welcome to Northwind', 'Invite your team', 'Need a hand?'],
  },
  { folderType: 'emails', name: 'Events', color: '#ff9800', items: ['Webinar: thank you'] },
  { folderType: 'segments', name: 'Customers', color: '#009688', items: ['Paying teams', 'Customers gone quiet'] },
]

/** What the story's people look at every day. */
export const STORY_FAVORITES: readonly Pick<StoryFolder, 'folderType' | 'items'>[] = [
  { folderType: 'flows', items: ['Trial onboarding'] },
  { folderType: 'segments', items: ['Engaged trials'] },
]
