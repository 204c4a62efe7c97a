import { COLORS, HexColor } from '@millrace/kit/contract'
import { z } from 'zod'

export { COLORS, HexColor }

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

/** A tag that people can carry. */
export const Tag = z.object({
  id: z.number(),
  tag: z.string(),
  description: z.string(),
  color: z.string(),
  createdAt: z.string(),
  /** Names that it had before, in small letters; whoever still says one of them means this tag. */
  formerNames: z.array(z.string()),
  /** The tag that this one is becoming a part of. */
  mergingInto: z.string().nullable(),
})
export type Tag = z.infer<typeof Tag>

/** A tag to be made. */
export const NewTag = z.object({
  tag: z.string(),
  description: z.string().max(1000).optional(),
  color: HexColor.optional(),
})

/** What can be changed in a tag. Former names can only be given up. */
export const TagPatch = NewTag.partial().extend({ formerNames: z.array(z.string()).max(1000).optional() })
export type TagPatch = z.infer<typeof TagPatch>

/** A hexadecimal colour as red, green and blue, joined by commas; empty where it is none. */
export const rgbOf = (hex: string): string => {
  const color = HexColor.parse(hex).slice(1)
  const digits = color.length === 3 ? [...color].map((digit) => digit + digit).join('') : color
  return (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)).join(',')
}
