/** A broadcast of the story: what it sends to whom, and the other subject that it tries or follows up with. */
export type StoryBroadcast = { name: string; email: string; segment: string; otherSubject: string; variantId: string }

/** The broadcasts of the story: one that tried two subjects, and a draft. */
export const STORY_BROADCASTS: readonly [StoryBroadcast, StoryBroadcast] = [
  {
    name: 'Webinar recording',
    email: 'Webinar: thank you',
    segment: 'Paying teams',
    otherSubject: 'What forty teams asked us on Thursday',
    variantId: '3c4f3d0e-6d38-4f55-9f0f-0e3f3a8f7b10',
  },
  {
    name: 'Bring your team',
    email: 'Invite your team',
    segment: 'Engaged trials',
    otherSubject: 'Projects move faster together',
    variantId: '8b0e2c52-31fb-4d0c-8a5f-5b1f6f4d1c77',
  },
]
