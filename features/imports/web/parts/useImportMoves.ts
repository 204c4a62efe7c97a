import { askFirst, plural, useMutate } from '@millrace/kit/web'
import { cancelImport, getImport, pauseImport, resumeImport, undoImport } from '../../contract/calls.ts'
import type { Import } from '../../contract/import.ts'

const invalidates = [getImport]

const undoWords = ({ created, updated }: Import): string =>
  [
    ...(created ? ['People that it made are removed, unless something else has touched them since.'] : []),
    ...(updated
      ? ['What it changed goes back to the values before, where they are still the ones of this import.']
      : []),
    'New fields and tags stay.',
  ].join(' ')

/** What can be done with an import; what cannot simply be taken back is asked for first. */
export const useImportMoves = (of: Import) => {
  const params = { id: of.id }
  const cancel = useMutate(cancelImport, { invalidates })
  const pause = useMutate(pauseImport, { invalidates })
  const resume = useMutate(resumeImport, { invalidates })
  const undo = useMutate(undoImport, { invalidates })
  return {
    isBusy: [cancel, pause, resume, undo].some(({ isPending }) => isPending),
    pause: () => pause.mutate({ params }),
    resume: () => resume.mutate({ params }),
    stop: async () => {
      const isSure = await askFirst({
        title: 'Stop this import?',
        children: `${plural(of.processed, 'row is', 'rows are')} in already and stay in; you can undo them afterwards. The others are left out.`,
        confirm: 'Stop import',
        danger: true,
      })
      if (isSure) cancel.mutate({ params })
    },
    undo: async () => {
      const isSure = await askFirst({
        title: `Undo “${of.name}”?`,
        children: undoWords(of),
        confirm: 'Undo import',
        danger: true,
      })
      if (isSure) undo.mutate({ params })
    },
  }
}
