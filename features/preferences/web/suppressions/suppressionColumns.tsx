import { Badge } from '@mantine/core'
import { ago, exactly, Link, type ListColumn } from '@millrace/kit/web'
import type { SuppressedAddress } from '../../contract/suppressions.ts'
import { REASONS, sourceOf } from './reasons.ts'
import c from './suppressions.module.css'

/** The columns of the suppression list. */
export const SUPPRESSION_COLUMNS: readonly ListColumn<SuppressedAddress>[] = [
  {
    id: 'address',
    title: 'Address',
    render: ({ address, personId, detail }) => (
      <span className={c.address}>
        {personId ? <Link to={`/people/${personId}`}>{address}</Link> : <b>{address}</b>}
        {detail && <small title={detail}>{detail}</small>}
      </span>
    ),
  },
  {
    id: 'reason',
    title: 'Reason',
    width: 130,
    render: ({ reason }) => (
      <Badge variant="light" size="sm" color={REASONS[reason].color} title={REASONS[reason].about}>
        {REASONS[reason].label}
      </Badge>
    ),
  },
  { id: 'source', title: 'From', width: 190, isWideOnly: true, render: sourceOf },
  {
    id: 'at',
    title: 'Since',
    width: 110,
    isWideOnly: true,
    render: ({ at }) => (
      <time dateTime={at} title={exactly(at)}>
        {ago(at)}
      </time>
    ),
  },
]
