import { ActionIcon, Tooltip } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { ago, count, exactly, Link, PersonAvatar, Skeleton, share, useCall } from '@millrace/kit/web'
import { IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { type Conditions, checkConditions, type Preview, segmentsContract } from '../../contract/index.ts'
import { withoutPaths } from '../builder/editTree.ts'
import { type KindWords, useKindWords } from '../builder/kindWords.ts'
import c from './Editor.module.css'

const DEBOUNCE_MS = 300
const AGAIN_MS = 700

/** True once `isBusy` has lasted for a second. */
const useLasting = (isBusy: boolean): boolean => {
  const [isLasting, setLasting] = useState(false)
  useEffect(() => {
    if (!isBusy) {
      setLasting(false)
      return
    }
    const timer = setTimeout(() => setLasting(true), 1_000)
    return () => clearTimeout(timer)
  }, [isBusy])
  return isLasting
}

const stripped = (conditions: Conditions): Conditions =>
  JSON.parse(JSON.stringify(conditions, (key, value) => (key === 'uuid' ? undefined : value)))

/** What the conditions catch now; while they change, what they caught before. Conditions that are not filled in are left out. */
export const usePreview = (conditions: Conditions, objectName = 'person') => {
  const text = useMemo(() => {
    const paths = checkConditions(conditions).map(({ path }) => path)
    return JSON.stringify(stripped(withoutPaths(conditions, paths)))
  }, [conditions])
  const [asked] = useDebouncedValue(text, DEBOUNCE_MS)
  const input = useMemo(
    () => ({ body: { conditions: JSON.parse(asked) as Conditions, objectName } }),
    [asked, objectName],
  )
  const [isPending, setPending] = useState(false)
  const query = useCall(segmentsContract.previewConditions, input, {
    keepPrevious: true,
    staleMs: 15_000,
    ...(isPending && { everyMs: AGAIN_MS }),
  })
  const preview = query.data?.preview
  useEffect(() => setPending(preview?.pending ?? false), [preview])
  const [last, setLast] = useState<Preview>()
  useEffect(() => {
    if (preview && !preview.pending) setLast(preview)
  }, [preview])
  const isBusy = query.isFetching || isPending || asked !== text
  return { preview, last, error: query.error, isBusy, isSlow: useLasting(isBusy), refresh: () => void query.refetch() }
}

const width = (part: number, whole: number) => ({ width: `${whole > 0 ? (part / whole) * 100 : 0}%` })

const Mailable = ({ shown }: { shown: Preview | undefined }) => {
  const matching = shown?.count ?? 0
  const [mailed, unsubscribed] = [shown?.canBeMailed ?? 0, shown?.unsubscribed ?? 0]
  const rest = matching - mailed - unsubscribed
  return (
    <>
      <div className={c.bar} aria-hidden="true">
        <i style={{ ...width(mailed, shown?.total ?? 0), background: 'var(--good)' }} />
        <i style={{ ...width(unsubscribed, shown?.total ?? 0), background: '#ee9a1c' }} />
        <i style={{ ...width(rest, shown?.total ?? 0), background: 'var(--line-strong)' }} />
      </div>
      <div className={c.legend}>
        {shown && (
          <>
            <span>
              <i style={{ background: 'var(--good)' }} />
              {count(mailed)} can be emailed
            </span>
            {unsubscribed > 0 && (
              <span>
                <i style={{ background: '#ee9a1c' }} />
                {count(unsubscribed)} unsubscribed
              </span>
            )}
            {rest > 0 && (
              <span>
                <i style={{ background: 'var(--line-strong)' }} />
                {count(rest)} without an address
              </span>
            )}
          </>
        )}
      </div>
    </>
  )
}

type FiguresProps = { shown: Preview | undefined; isOld: boolean; kind: KindWords }

const Figures = ({ shown, isOld, kind: { isOfPeople, many } }: FiguresProps) => {
  const matching = shown?.count ?? 0
  return (
    <>
      <div className={c.figure} data-old={isOld || undefined} aria-live="polite">
        {shown ? count(matching) : <Skeleton width={96} height={26} />}
      </div>
      <div className={c.share}>
        {shown ? `${share(matching, shown.total)} of ${count(shown.total)} ${many}` : <Skeleton width={150} />}
      </div>
      {isOfPeople && <Mailable shown={shown} />}
    </>
  )
}

type Person = Preview['people'][number]

const PersonLine = ({ person }: { person: Person }) => {
  const name = person.name ?? person.email ?? person.userId ?? `Person ${person.id}`
  const seen = person.lastSeenAt ?? person.createdAt
  return (
    <li>
      <Link to={`/people/${person.id}`} className={c.person as string}>
        <PersonAvatar id={person.id} name={name} size={28} />
        <div>
          <b>{name}</b>
          {person.email !== name && <small>{person.email ?? 'no address'}</small>}
        </div>
        <time dateTime={seen} title={`${person.lastSeenAt ? 'Last seen' : 'Created'} ${exactly(seen)}`}>
          {ago(seen)}
        </time>
      </Link>
    </li>
  )
}

const Waiting = () => (
  <ul aria-hidden="true">
    {Array.from({ length: 8 }, (_, index) => (
      <li key={index} className={c.person}>
        <Skeleton width={28} height={28} />
        <div style={{ flex: 1 }}>
          <Skeleton width="46%" />
          <br />
          <Skeleton width="62%" />
        </div>
      </li>
    ))}
  </ul>
)

type FirstProps = { preview: Preview; kind: KindWords; listAddress: string | undefined }

/** The first people, or where to see the objects. */
const First = ({ preview, kind: { isOfPeople, many }, listAddress }: FirstProps) => {
  const isEmpty = isOfPeople ? !preview.people.length : preview.count === 0
  return (
    <>
      <ul>
        {preview.people.map((person) => (
          <PersonLine key={person.id} person={person} />
        ))}
      </ul>
      {isEmpty && (
        <p className={c.nobody}>
          {isOfPeople ? 'Nobody matches these conditions.' : `No ${many} match these conditions.`}
        </p>
      )}
      {!isEmpty && !isOfPeople && !listAddress && <p className={c.nobody}>Saved, the segment lists its {many}.</p>}
      {listAddress && !isEmpty && (
        <Link to={listAddress} className={c.all as string}>
          All {many} in this segment
        </Link>
      )}
    </>
  )
}

type Props = { conditions: Conditions; objectName: string; listAddress: string | undefined; foot: ReactNode }

/** Whom the conditions catch: how many, what share, who can be mailed, the first of them. */
export const PreviewPanel = ({ conditions, objectName, listAddress, foot }: Props) => {
  const { preview, last, error, isBusy, isSlow, refresh } = usePreview(conditions, objectName)
  const kind = useKindWords(objectName)
  const shown = preview && !preview.pending ? preview : last
  return (
    <aside className={c.side} aria-label="Preview">
      <div className={c.count} aria-busy={isBusy}>
        <div className={c.label}>
          Matching {kind.many}
          <Tooltip label="Count again">
            <ActionIcon size={22} aria-label="Count again" onClick={refresh}>
              <IconRefresh size={13} stroke={1.8} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </div>
        <Figures shown={shown} isOld={isBusy || !!error} kind={kind} />
        {isSlow && <div className={c.busy} role="progressbar" aria-label={`Counting ${kind.many}`} />}
      </div>
      <div className={c.people} tabIndex={-1}>
        {error && (
          <p className={c.nobody} role="alert">
            {error.message}
          </p>
        )}
        {!error && !preview && <Waiting />}
        {!error && preview && <First preview={preview} kind={kind} listAddress={listAddress} />}
      </div>
      {foot}
    </aside>
  )
}
