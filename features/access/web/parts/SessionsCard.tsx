import { ActionIcon, Badge, Button, Tooltip } from '@mantine/core'
import type { Result } from '@millrace/kit/contract'
import { ago, askFirst, ErrorPanel, Skeleton, useCall, useMutate } from '@millrace/kit/web'
import { IconDeviceDesktop, IconDeviceMobile, IconX } from '@tabler/icons-react'
import { accessContract } from '../../contract/index.ts'
import { Card } from './Card.tsx'
import css from './SessionsCard.module.css'

type Session = Result<typeof accessContract.listSessions>['sessions'][number]

const SHOWN = [accessContract.listSessions]

const isPhone = (device: string) => /iPhone|iPad|Android/.test(device)

const SessionLine = ({ session, onEnd }: { session: Session; onEnd: () => void }) => {
  const Icon = isPhone(session.device) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={css.line}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <div className={css.text}>
        <b>{session.device}</b>
        <span>
          {session.ip} · {session.isCurrent ? 'active now' : `last used ${ago(session.seenAt)}`} · since{' '}
          {ago(session.createdAt)}
        </span>
      </div>
      {session.isCurrent ? (
        <Badge color="green">This device</Badge>
      ) : (
        <Tooltip label="Log out there">
          <ActionIcon aria-label={`Log out on ${session.device}`} onClick={onEnd}>
            <IconX size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  )
}

/** Where one is signed in, each with a way to end it. */
export const SessionsCard = () => {
  const { data, error, refetch } = useCall(accessContract.listSessions, {}, { staleMs: 0 })
  const end = useMutate(accessContract.endSession, {
    invalidates: SHOWN,
    optimistic: ({ params }, answers) =>
      answers.patch(accessContract.listSessions, (old) => ({
        sessions: old.sessions.filter(({ id }) => id !== params.sessionId),
      })),
  })
  const endOthers = useMutate(accessContract.endOtherSessions, {
    invalidates: SHOWN,
    success: 'You are logged out everywhere else.',
  })
  const others = data?.sessions.filter(({ isCurrent }) => !isCurrent) ?? []
  const ask = async () => {
    const isSure = await askFirst({
      title: 'Log out everywhere else?',
      children: `${others.length === 1 ? 'One other session ends' : `${others.length} other sessions end`} at once. This one goes on.`,
      confirm: 'Log out',
    })
    if (isSure) endOthers.mutate({})
  }
  return (
    <Card
      title="Sessions"
      sub="Where you are logged in."
      action={
        others.length > 0 && (
          <Button variant="default" onClick={() => void ask()} loading={endOthers.isPending}>
            Log out everywhere else
          </Button>
        )
      }
    >
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      <ul className={css.list}>
        {!data && !error && (
          <li className={css.line}>
            <Skeleton width={20} height={20} />
            <Skeleton width={220} />
          </li>
        )}
        {data?.sessions.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            onEnd={() => end.mutate({ params: { sessionId: session.id } })}
          />
        ))}
      </ul>
    </Card>
  )
}
