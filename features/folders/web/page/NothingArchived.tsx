import { EmptyState } from '@millrace/kit/web'
import { IconArchive } from '@tabler/icons-react'

/** What an archive without anything in it says: what is kept there. */
export const NothingArchived = ({ text }: { text: string }) => (
  <EmptyState icon={<IconArchive size={24} />} title="Nothing is archived" text={text} />
)
