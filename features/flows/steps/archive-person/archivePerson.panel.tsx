import { Hint } from '../../web/inspector/index.ts'

/** "Archive person" has nothing to set. */
export default function ArchivePersonPanel() {
  return (
    <Hint>
      The person is archived: they get no more mail, leave every flow and are in no segment. You can restore them from
      the list of archived people.
    </Hint>
  )
}
