import { foldersContract } from '@millrace/folders/contract'
import { askFirst, told, useMutate } from '@millrace/kit/web'
import type { Snippet } from '../../contract/snippet.ts'
import { snippetCalls as calls } from '../../contract/snippetCalls.ts'

/** A failure in the words of the act; what the server refuses says why below. */
const failed = (title: string) => (error: { message: string }) =>
  told.error(title, error.message === title ? undefined : error.message)

const LISTS = [calls.listSnippets, foldersContract.listFolders]

/** What can be done with a snippet from a list or its editor. */
export const useSnippetActs = (onCopied?: (id: number) => void) => {
  const copy = useMutate(calls.createSnippet, {
    invalidates: LISTS,
    success: 'Snippet copied.',
    onError: failed('Failed to duplicate snippet'),
    onDone: ({ snippet }) => onCopied?.(snippet.id),
  })
  const archive = useMutate(calls.updateSnippet, { invalidates: LISTS, onError: failed('Failed to archive snippet') })
  const remove = useMutate(calls.deleteSnippet, { invalidates: LISTS, onError: failed('Failed to delete snippet') })
  return {
    copy: ({ name, content, type, description, tags, editor }: Snippet) =>
      copy.mutate({ body: { name: `Copy of ${name}`.slice(0, 255), content, type, description, tags, editor } }),
    archive: async ({ id, name, archived }: Snippet) => {
      const isSure =
        archived ||
        (await askFirst({
          title: `Archive “${name}”?`,
          children: 'It leaves this list. You find it under Archived and can bring it back.',
          confirm: 'Archive',
          danger: true,
        }))
      if (isSure) archive.mutate({ params: { id }, body: { archived: !archived } })
    },
    remove: async ({ id, name }: Snippet) => {
      const isSure = await askFirst({
        title: `Delete “${name}”?`,
        children: 'It is gone for good. Mails that were sent keep what they showed.',
        confirm: 'Delete',
        danger: true,
      })
      if (isSure) remove.mutate({ params: { id } })
    },
  }
}
