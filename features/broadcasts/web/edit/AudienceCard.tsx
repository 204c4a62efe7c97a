import { Select } from '@mantine/core'
import { count, Link, ProgressBar, Skeleton, share } from '@millrace/kit/web'
import { useSegmentsOf } from '@millrace/segments/web'
import { IconAlertTriangle, IconUsers } from '@tabler/icons-react'
import type { Broadcast } from '../../contract/broadcast.ts'
import type { FigureName } from '../../contract/figures.ts'
import { Reasons } from '../parts/Reasons.tsx'
import { Card } from './Card.tsx'
import c from './edit.module.css'
import type { AudienceCount } from './useAudience.ts'
import type { Saves } from './useSaves.ts'

type Props = {
  item: Broadcast
  saves: Saves
  count: AudienceCount
  /** It has become known who is in the segment. */
  onBuilt: () => void
  onPeople: (figure: FigureName, why?: string) => void
}

const Counted = ({ of, onPeople }: { of: AudienceCount; onPeople: Props['onPeople'] }) => {
  const isNew = of.counted === 0 && !of.isWhole
  const left = of.excluded.reduce((sum, one) => sum + one.count, 0)
  return (
    <div className={c.counts} aria-live="polite" aria-busy={!of.isWhole}>
      <div className={c.figures}>
        <div>
          <span>In the segment</span>
          <b>{isNew ? <Skeleton width={54} height={18} /> : count(of.total)}</b>
        </div>
        <div data-main>
          <span>Will get it</span>
          <b>{isNew ? <Skeleton width={54} height={18} /> : count(of.sendable)}</b>
          {of.isWhole && of.total > 0 && <small>{share(of.sendable, of.total)}</small>}
        </div>
        <div>
          <span>Left out</span>
          <b>{isNew ? <Skeleton width={54} height={18} /> : count(left)}</b>
        </div>
      </div>
      {!of.isWhole && !isNew && <ProgressBar label="People counted" done={of.counted} total={of.total} unit="people" />}
      {of.excluded.length > 0 && (
        <Reasons
          reasons={of.excluded.map(({ why, ...one }) => ({
            ...one,
            key: why,
            onOpen: () => onPeople('excluded', why),
          }))}
        />
      )}
    </div>
  )
}

/** To whom a broadcast goes, and who of them is left out. */
export const AudienceCard = ({ item, saves, count: counted, onBuilt, onPeople }: Props) => {
  const { segmentId } = item.audience
  const { data, isPending, error, building } = useSegmentsOf('person', segmentId, onBuilt)
  const segments = data?.segments ?? []
  return (
    <Card
      icon={<IconUsers size={17} stroke={1.7} />}
      title="Audience"
      about="Everybody who is in the segment when the broadcast begins."
      action={segmentId !== null && <Link to={`/segments/${segmentId}`}>Open segment</Link>}
    >
      <Select
        label="Segment"
        placeholder={isPending ? 'Loading…' : 'Choose a segment'}
        searchable
        limit={100}
        data={segments.map(({ id, name, count: size, building: isOpen }) => ({
          value: String(id),
          label: `${name} · ${isOpen ? '…' : count(size)}`,
        }))}
        value={segmentId === null ? null : String(segmentId)}
        onChange={(id) => saves.change({ audience: { type: 'segment', segmentId: id ? Number(id) : null } })}
        nothingFoundMessage="No segment of that name"
        error={error?.message}
      />
      {building?.building && (
        <>
          <p className={c.hint} role="status">
            <IconAlertTriangle size={14} stroke={1.7} aria-hidden /> Segment is still building 🏗. Please try again in a
            few minutes.
          </p>
          <ProgressBar label={`Building “${building.name}”`} {...building.building} unit="people" />
        </>
      )}
      {segmentId !== null &&
        (item.emailId === null ? (
          <p className={c.hint}>Choose an email to see who would be left out.</p>
        ) : counted.error ? (
          <p className={c.hint} role="alert">
            <IconAlertTriangle size={14} stroke={1.7} aria-hidden /> {counted.error}
          </p>
        ) : (
          <Counted of={counted} onPeople={onPeople} />
        ))}
    </Card>
  )
}
