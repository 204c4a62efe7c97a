import { arrivedOf, type MailFigures, type MailOf, sentOf } from '@millrace/delivery/contract'
import { count, type ListColumn, Meter, MetricsTable, Rise, share } from '@millrace/kit/web'
import { useMemo } from 'react'
import { type Counting, clicked, opened } from './mailShares.ts'

type Props = { emails: readonly MailOf[]; counting: Counting; to: (id: number) => string }

const partOf = (part: number, { sum }: MailOf) => (arrivedOf(sum) > 0 ? part / arrivedOf(sum) : -1)

const readingColumn = (
  id: string,
  title: string,
  of: (figures: MailFigures, counting: Counting) => number,
  counting: Counting,
): ListColumn<MailOf> => ({
  id,
  title,
  align: 'right',
  width: 150,
  isDownFirst: true,
  sortBy: (row) => (counting === 'people' ? partOf(of(row.sum, counting), row) : of(row.sum, counting)),
  render: (row) => {
    const value = of(row.sum, counting)
    if (counting === 'everything') return count(value)
    return arrivedOf(row.sum) > 0 ? <Meter value={partOf(value, row)} label={share(value, arrivedOf(row.sum))} /> : '—'
  },
})

const smallColumn = (id: string, title: string, of: (figures: MailFigures) => number): ListColumn<MailOf> => ({
  id,
  title,
  align: 'right',
  width: 120,
  isDownFirst: true,
  isWideOnly: true,
  sortBy: ({ sum }) => of(sum),
  render: ({ sum }) => (of(sum) ? count(of(sum)) : '—'),
})

const columnsOf = (counting: Counting): ListColumn<MailOf>[] => [
  {
    id: 'sent',
    title: 'Sent',
    align: 'right',
    width: 140,
    isDownFirst: true,
    sortBy: ({ sum }) => sentOf(sum),
    render: ({ sum, before }) => (
      <>
        {count(sentOf(sum))}
        <Rise now={sentOf(sum)} before={before ? sentOf(before) : undefined} />
      </>
    ),
  },
  readingColumn('opened', counting === 'people' ? 'Opened' : 'Openings', opened, counting),
  readingColumn('clicked', counting === 'people' ? 'Clicked' : 'Clicks', clicked, counting),
  smallColumn('bounced', 'Bounced', ({ bounced }) => bounced),
  smallColumn('unsubscribed', 'Unsubscribed', ({ unsubscribed }) => unsubscribed),
]

/** The emails one by one; a press shows one alone. */
export const EmailTable = ({ emails, counting, to }: Props) => {
  const columns = useMemo(() => columnsOf(counting), [counting])
  return <MetricsTable noun="Email" rows={emails} columns={columns} to={to} />
}
