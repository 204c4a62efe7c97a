import { Id, Time } from '@millrace/kit/contract'
import { z } from 'zod'
import { Editor } from './email.ts'

/** What a snippet is made of: HTML goes into bodies, text everywhere. */
export const SnippetType = z.enum(['HTML', 'text'])
export type SnippetType = z.infer<typeof SnippetType>

/** The longest content of a snippet, in signs. */
export const LONGEST_SNIPPET = 200_000
/** The most tags that a snippet may have. */
export const MOST_SNIPPET_TAGS = 50

/** A tag as it is kept: runs of white space are one space, commas are lost. */
export const cleanTag = (tag: string): string => tag.replaceAll(',', '').replace(/\s+/g, ' ').trim()

/** Tags of a snippet, each once. */
export const SnippetTags = z
  .array(z.string().max(255))
  .max(MOST_SNIPPET_TAGS)
  .transform((tags) => [...new Set(tags.map(cleanTag).filter(Boolean))])

/** A piece of text that emails share. */
export const Snippet = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  content: z.string(),
  type: SnippetType,
  tags: z.array(z.string()),
  archived: z.boolean(),
  aiGenerated: z.boolean(),
  editor: Editor.nullable(),
  /** The content as mails show it, Liquid left in. */
  html: z.string(),
  previewImage: z.string().nullable(),
  /** What Liquid calls it by: `{{ snippets.<key> }}`. It stays when the snippet is renamed. */
  key: z.string(),
  /** Emails whose saved version shows it. */
  usedIn: z.array(z.object({ id: Id, name: z.string() })),
  createdAt: Time,
  updatedAt: Time,
})
export type Snippet = z.infer<typeof Snippet>

/** A merge tag that shows a snippet. */
export const snippetTag = (key: string): string => `{{ snippets.${key} }}`

/** The slug of the block that shows a snippet, as designs hold it: `{ type: 'custom', slug, values: { snippetId } }`. */
export const SNIPPET_BLOCK = 'millrace-snippet'
