import { Badge, Button, SegmentedControl, Select } from '@mantine/core'
import {
  ago,
  askFirst,
  Drawer,
  ErrorPanel,
  exactly,
  Skeleton,
  sentenceOf,
  told,
  useCall,
  useMutate,
} from '@millrace/kit/web'
import { useState } from 'react'
import type { Email, VersionSummary } from '../../contract/email.ts'
import { emailCalls } from '../../contract/emailCalls.ts'
import { versionCalls } from '../../contract/versionCalls.ts'
import { MailFrame } from '../parts/MailFrame.tsx'
import { VersionChanges } from '../versions/VersionChanges.tsx'
import v from '../versions/versions.module.css'
import c from './list.module.css'

type Props = {
  emailId: number
  mayWrite: boolean
  /** What was written last could not be kept, in no version. */
  isUnkept: boolean
  onClose: () => void
  onRestored: (email: Email) => void
}

const Look = ({ emailId, version }: { emailId: number; version: number }) => {
  const { data, error } = useCall(versionCalls.getVersion, { params: { id: emailId, version } })
  if (error) return <ErrorPanel error={error} />
  if (!data) return <Skeleton width="60%" />
  return (
    <div className={c.look}>
      <MailFrame html={data.version.html} title={`Version ${version}`} maxHeight={360} />
    </div>
  )
}

/** Looks at a version, or at what is different in it from another one. */
const Opened = ({ emailId, version, others }: { emailId: number; version: number; others: readonly number[] }) => {
  const before = others.filter((other) => other < version).sort((a, b) => b - a)[0]
  const [from, setFrom] = useState(before ?? others[0])
  const [isCompared, setCompared] = useState(false)
  return (
    <>
      {from !== undefined && (
        <div className={v.with}>
          <SegmentedControl
            aria-label="Show"
            size="xs"
            value={isCompared ? 'changes' : 'mail'}
            onChange={(value) => setCompared(value === 'changes')}
            data={[
              { value: 'mail', label: 'Mail' },
              { value: 'changes', label: 'Changes' },
            ]}
          />
          {isCompared && (
            <Select
              aria-label="Compare with"
              size="xs"
              allowDeselect={false}
              data={others.map((other) => ({ value: String(other), label: `since version ${other}` }))}
              value={String(from)}
              onChange={(value) => setFrom(Number(value))}
            />
          )}
        </div>
      )}
      {isCompared && from !== undefined ? (
        <VersionChanges emailId={emailId} from={from} to={version} />
      ) : (
        <Look emailId={emailId} version={version} />
      )}
    </>
  )
}

const by = ({ savedBy, updatedAt }: VersionSummary) => `${savedBy?.name ? `${savedBy.name}, ` : ''}${ago(updatedAt)}`

/** The versions of an email: look at each, bring one back. */
export default function Versions({ emailId, mayWrite, isUnkept, onClose, onRestored }: Props) {
  const { data, error, refetch } = useCall(
    versionCalls.listVersions,
    { params: { id: emailId }, query: {} },
    { staleMs: 0 },
  )
  const [open, setOpen] = useState<number>()
  const restore = useMutate(versionCalls.restoreVersion, {
    invalidates: [versionCalls.listVersions, emailCalls.listEmails],
    onError: (error) => told.error("Couldn't apply this version.", sentenceOf(error)),
    success: ({ restoredFromVersion }) => `Version ${restoredFromVersion} is the saved one again.`,
    onDone: ({ email }) => onRestored(email),
  })
  const bringBack = async (version: number) => {
    const question = {
      title: `Restore version ${version}?`,
      children: 'What you wrote last could not be saved, so no version holds it: it would be gone.',
      confirm: 'Restore',
      danger: true,
    }
    if (!isUnkept || (await askFirst(question))) restore.mutate({ params: { id: emailId, version } })
  }
  return (
    <Drawer opened title="Versions" onClose={onClose}>
      {error && <ErrorPanel error={error} title="We couldn't load version history." onRetry={() => void refetch()} />}
      <ol className={c.versions}>
        {(data?.versions ?? []).map((version) => (
          <li key={version.version}>
            <button
              type="button"
              className={c.version}
              aria-expanded={open === version.version}
              onClick={() => setOpen(open === version.version ? undefined : version.version)}
            >
              <b>Version {version.version}</b>
              {version.isLive && <Badge color="green">Live</Badge>}
              {version.isDraft && <Badge color="amber">Draft</Badge>}
              {version.restoredFrom && <Badge color="gray">from {version.restoredFrom}</Badge>}
              <small title={exactly(version.updatedAt)}>{by(version)}</small>
              <span>{version.subject || 'No subject'}</span>
            </button>
            {open === version.version && (
              <>
                <Opened
                  emailId={emailId}
                  version={version.version}
                  others={(data?.versions ?? []).map((one) => one.version).filter((one) => one !== version.version)}
                />
                {mayWrite && !version.isLive && (
                  <Button
                    size="xs"
                    variant="default"
                    mt={8}
                    loading={restore.isPending}
                    onClick={() => void bringBack(version.version)}
                  >
                    Restore version {version.version}
                  </Button>
                )}
              </>
            )}
          </li>
        ))}
      </ol>
    </Drawer>
  )
}
