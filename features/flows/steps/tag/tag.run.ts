import type { TriggerRun } from '../../server/engine/triggerMatch.ts'
import type { TagValues } from './tag.step.ts'

/** Looks for the tag by name. */
export const tagTrigger: TriggerRun<TagValues> = {
  match: ({ tag, change }) => ({ kind: `tag.${change}`, about: { tag } }),
}
