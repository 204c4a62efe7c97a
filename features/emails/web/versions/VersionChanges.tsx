import { Badge } from '@mantine/core'
import { ErrorPanel, Skeleton, useCall } from '@millrace/kit/web'
import { useMemo } from 'react'
import { versionCalls } from '../../contract/versionCalls.ts'
import { compareVersions, type VersionChange } from './compareVersions.ts'
import c from './versions.module.css'

const KINDS = { added: 'green', removed: 'red', changed: 'amber', moved: 'gray' } as const

const Change = ({ change }: { change: VersionChange }) => (
  <li className={c.change}>
    <div className={c.head}>
      <b>{change.title}</b>
      <Badge color={KINDS[change.kind]}>{change.kind}</Badge>
    </div>
    {change.words.length > 0 ? (
      <p className={c.words}>
        {change.words.map((piece, index) =>
          piece.kind === 'added' ? (
            <ins key={index}>{piece.text}</ins>
          ) : piece.kind === 'removed' ? (
            <del key={index}>{piece.text}</del>
          ) : (
            <span key={index}>{piece.text}</span>
          ),
        )}
      </p>
    ) : (
      change.kind === 'changed' && <p className={c.quiet}>Settings only, the words are the same.</p>
    )}
  </li>
)

/** What changed from one version to another. */
export const VersionChanges = ({ emailId, from, to }: { emailId: number; from: number; to: number }) => {
  const before = useCall(versionCalls.getVersion, { params: { id: emailId, version: from } })
  const after = useCall(versionCalls.getVersion, { params: { id: emailId, version: to } })
  const changes = useMemo(
    () => before.data && after.data && compareVersions(before.data.version, after.data.version),
    [before.data, after.data],
  )
  const error = before.error ?? after.error
  if (error) return <ErrorPanel error={error} />
  if (!changes) return <Skeleton width="60%" />
  if (!changes.length) return <p className={c.quiet}>Nothing is different.</p>
  return (
    <ul className={c.changes} aria-label={`Changes from version ${from} to ${to}`}>
      {changes.map((change) => (
        <Change key={change.key} change={change} />
      ))}
    </ul>
  )
}
