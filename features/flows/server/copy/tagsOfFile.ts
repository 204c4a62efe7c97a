import type { FlowFile } from './flowFile.ts'
import { refsOfConditions, refsOfStep } from './refsOfFile.ts'

/** The tags that steps and segments of a file name, each once. */
export const tagsOfFile = ({ steps, segments }: Pick<FlowFile, 'steps' | 'segments'>): string[] => {
  const refs = [...steps.map(refsOfStep), ...segments.map(({ conditions }) => refsOfConditions(conditions))]
  const names = refs.flatMap(({ tags, newTags, oldTags }) => [...tags, ...newTags, ...oldTags])
  return [...new Map(names.map((name) => [name.trim().toLowerCase(), name.trim()])).values()].filter(Boolean)
}
