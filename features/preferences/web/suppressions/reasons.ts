import type { SuppressedAddress, SuppressionReason } from '../../contract/suppressions.ts'

/** What a reason is called, what it means, and its colour. */
export const REASONS: Record<SuppressionReason, { label: string; about: string; color: string }> = {
  bounced: { label: 'Bounced', about: 'Mail to it comes back. Nothing is sent to it.', color: 'red' },
  complained: {
    label: 'Complained',
    about: 'Marked mail as spam. Only transactional mail is sent to it.',
    color: 'red',
  },
  unsubscribed: { label: 'Unsubscribed', about: 'Wants no marketing mail at this address.', color: 'amber' },
  manual: { label: 'Manual', about: 'Put here by hand or from a file. Nothing is sent to it.', color: 'gray' },
}

/** Where an entry came from, in words. */
export const sourceOf = ({ source, by }: Pick<SuppressedAddress, 'source' | 'by'>): string => {
  const words: Record<SuppressedAddress['source'], string> = {
    mail: 'A mail that came back',
    page: 'The reader',
    member: by ?? 'A member',
    import: by ? `A file, by ${by}` : 'A file',
    api: 'The API',
  }
  return words[source]
}
