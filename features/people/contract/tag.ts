import { z } from 'zod'

/** The 26 colours that a tag, folder or segment can have; red is the default. */
export const COLORS = [
  '#f44336',
  '#e91e63',
  '#d81b60',
  '#9c27b0',
  '#8e24aa',
  '#673ab7',
  '#5a55db',
  '#3f51b5',
  '#2196f3',
  '#1e88e5',
  '#03a9f4',
  '#00acc1',
  '#00bcd4',
  '#009688',
  '#00897b',
  '#4caf50',
  '#43a047',
  '#8bc34a',
  '#afb42b',
  '#fbc02d',
  '#ffb300',
  '#ff9800',
  '#ff7043',
  '#795548',
  '#9e9e9e',
  '#607d8b',
] as const

/** The colour of a tag that was given none. */
export const DEFAULT_COLOR = COLORS[0]

/** Tag names that an address of the API needs for itself. */
export const RESERVED_TAGS: readonly string[] = ['counts']

/** The longest tag. */
export const LONGEST_TAG = 255

/** A tag's text as it is kept: runs of whitespace become one space, commas go. */
export const normalTag = (text: string): string => text.replaceAll(',', '').replace(/\s+/g, ' ').trim()

/** The tags in a comma-separated text or list, normalised, without empty ones and repeats. */
export const tagsIn = (value: string | readonly string[] | null | undefined): string[] => {
  if (!value) return []
  const seen = new Map<string, string>()
  for (const part of typeof value === 'string' ? value.split(',') : value.flatMap((text) => text.split(','))) {
    const tag = normalTag(part)
    if (tag && !seen.has(tag.toLowerCase())) seen.set(tag.toLowerCase(), tag)
  }
  return [...seen.values()]
}

/** A colour of 3 or 6 hexadecimal digits with #, else empty. */
export const HexColor = z
  .string()
  .transform((text) => (/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text.trim()) ? text.trim().toLowerCase() : ''))

/** A tag that people can carry. */
export const Tag = z.object({
  id: z.number(),
  tag: z.string(),
  description: z.string(),
  color: z.string(),
  createdAt: z.string(),
})
export type Tag = z.infer<typeof Tag>

/** A tag to be made. */
export const NewTag = z.object({
  tag: z.string(),
  description: z.string().max(1000).optional(),
  color: HexColor.optional(),
})
