import { FolderFilter } from '@millrace/folders/contract'
import { call, Paging } from '@millrace/kit/contract'
import { z } from 'zod'
import { ById, READ, WRITE } from './about.ts'
import { Editor } from './email.ts'
import { LONGEST_SNIPPET, Snippet, SnippetTags, SnippetType } from './snippet.ts'

const NewSnippet = z.strictObject({
  name: z.string().trim().min(1, 'A snippet needs a name.').max(255),
  content: z.string().max(LONGEST_SNIPPET),
  type: SnippetType,
  description: z.string().max(2000).optional(),
  tags: SnippetTags.optional(),
  editor: Editor.nullable().optional(),
  aiGenerated: z.boolean().optional(),
  previewImage: z.string().max(2000).nullable().optional(),
})

const Patch = z.strictObject({ ...NewSnippet.partial().shape, archived: z.boolean().optional() })

/** What a snippet begins with. */
export type NewSnippet = z.infer<typeof NewSnippet>
/** What a change to a snippet may hold. */
export type SnippetPatch = z.infer<typeof Patch>

const OneSnippet = z.object({ snippet: Snippet })

/** Calls about snippets. */
export const snippetCalls = {
  listSnippets: call({
    method: 'GET',
    path: '/v1/snippets',
    auth: 'member',
    scopes: READ,
    query: z.object({
      ...Paging,
      search: z.string().max(200).optional(),
      archived: z.enum(['true', 'false']).optional(),
      type: SnippetType.optional(),
      tag: z.string().max(255).optional(),
      folder: FolderFilter.optional(),
    }),
    returns: z.object({
      snippets: z.array(Snippet),
      /** How many there are in all pages together. */
      total: z.number(),
      /** All snippets of the account, whatever was asked for. */
      counts: z.object({ current: z.number(), archived: z.number() }),
      /** All tags in use. */
      tags: z.array(z.string()),
    }),
    summary: 'List snippets',
    fail: 'Failed to fetch snippets',
  }),
  createSnippet: call({
    method: 'POST',
    path: '/v1/snippets',
    auth: 'member',
    scopes: WRITE,
    body: NewSnippet,
    returns: OneSnippet,
    summary: 'Create a snippet',
    fail: 'Failed to create snippet',
  }),
  getSnippet: call({
    method: 'GET',
    path: '/v1/snippets/{id}',
    auth: 'member',
    scopes: READ,
    params: ById,
    returns: OneSnippet,
    summary: 'Read a snippet',
    fail: 'Failed to fetch snippets',
  }),
  updateSnippet: call({
    method: 'PUT',
    path: '/v1/snippets/{id}',
    auth: 'member',
    scopes: WRITE,
    params: ById,
    body: Patch,
    returns: OneSnippet,
    summary: 'Save or archive a snippet; mails that show it change with it',
    fail: 'Failed to update snippet',
  }),
  deleteSnippet: call({
    method: 'DELETE',
    path: '/v1/snippets/{id}',
    auth: 'member',
    scopes: WRITE,
    params: ById,
    status: 204,
    summary: 'Delete a snippet that no email shows',
    fail: 'Failed to delete snippet',
  }),
} as const
