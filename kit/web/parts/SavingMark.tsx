import { usePendingSaves } from '../data/pendingSaves.ts'
import { ago } from '../format.ts'
import css from './Marks.module.css'

type Props = {
  /** Saves on their way; those of the whole app unless told. */
  pending?: number
  savedAt?: Date | undefined
  /** Changes that wait to be saved. */
  isDirty?: boolean
  isFailed?: boolean
}

const wordsOf = ({ pending, savedAt, isDirty, isFailed }: Props) => {
  if (pending) return 'Saving…'
  if (isFailed) return 'Not saved'
  if (isDirty) return 'Unsaved changes'
  return savedAt ? `Saved ${ago(savedAt)}` : 'All changes saved'
}

/** Where saving stands: "Saving…", "All changes saved", "Not saved". */
export const SavingMark = ({ pending, savedAt, isDirty = false, isFailed }: Props) => {
  const now = usePendingSaves()
  const hasFailed = isFailed ?? now.failed
  return (
    <span className={css.saving} role="status" data-failed={hasFailed || undefined}>
      {wordsOf({ pending: pending ?? now.pending, savedAt, isDirty, isFailed: hasFailed })}
    </span>
  )
}
