/** Images on the clipboard; none where words were copied with them, which are pasted as that. */
export const pastedImages = (clipboard: DataTransfer | null): File[] =>
  clipboard && !clipboard.getData('text/plain')
    ? [...clipboard.files].filter(({ type }) => type.startsWith('image/'))
    : []

/** True while files from elsewhere are dragged, and not a part of the page. */
export const hasFiles = (dragged: Pick<DataTransfer, 'types'> | null): boolean =>
  [...(dragged?.types ?? [])].includes('Files')
