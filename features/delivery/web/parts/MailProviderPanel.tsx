import { Menu } from '@mantine/core'
import { Card } from '@millrace/access/web'
import { askFirst, CopyButton, ErrorPanel, FormRow, Skeleton, useCall, useMutate } from '@millrace/kit/web'
import { useState } from 'react'
import { providerCalls as calls, type MailProvider } from '../../contract/providerCalls.ts'
import { MenuButton } from './MenuButton.tsx'
import { MoveToProvider } from './MoveToProvider.tsx'
import { type MovedTo, NAMES } from './providerNames.ts'
import c from './senders.module.css'

const whose = ({ kind, isOwn }: MailProvider) => {
  if (kind === 'mailbox') return 'Nothing leaves this machine: mail is kept at /mailbox.'
  return isOwn ? 'With credentials of its own.' : "With the installation's credentials."
}

const useMoveBack = (accountId: number, from: MovedTo) => {
  const shown = { invalidates: [calls.getMailProvider], success: 'The account was moved.' }
  const fromSes = useMutate(calls.moveFromSes, shown)
  const fromSendGrid = useMutate(calls.moveFromSendGrid, shown)
  const back = from === 'ses' ? fromSes : fromSendGrid
  const move = async () => {
    const children =
      from === 'ses'
        ? 'Its mail leaves by SendGrid where that is set up, else as the installation sends. Its credentials are kept.'
        : 'Its mail leaves as the installation sends. Its credentials are kept.'
    if (await askFirst({ title: `Move away from ${NAMES[from]}?`, children, confirm: 'Move away' }))
      back.mutate({ params: { id: accountId } })
  }
  return { move, isBusy: back.isPending }
}

const Moves = ({ accountId, kind }: { accountId: number; kind: MailProvider['kind'] }) => {
  const [to, setTo] = useState<MovedTo>()
  const isMoved = kind === 'ses' || kind === 'sendgrid'
  const back = useMoveBack(accountId, kind === 'ses' ? 'ses' : 'sendgrid')
  return (
    <>
      <MenuButton label="Move" isBusy={back.isBusy} size="xs">
        {(['ses', 'sendgrid'] as const).map((one) => (
          <Menu.Item key={one} onClick={() => setTo(one)}>
            {kind === one ? `Other credentials at ${NAMES[one]}` : `To ${NAMES[one]}`}
          </Menu.Item>
        ))}
        {isMoved && <Menu.Item onClick={() => void back.move()}>Away from {NAMES[kind]}</Menu.Item>}
      </MenuButton>
      {to && <MoveToProvider {...{ accountId, to }} onClose={() => setTo(undefined)} />}
    </>
  )
}

/** Through whom an account's mail leaves, and moving it elsewhere; for administrators. */
const MailProviderPanel = ({ accountId }: { accountId: number }) => {
  const { data, error, refetch } = useCall(calls.getMailProvider, { params: { id: accountId } })
  const provider = data?.provider
  return (
    <Card
      title="Mail provider"
      sub="Through whom its mail leaves."
      action={provider && <Moves accountId={accountId} kind={provider.kind} />}
    >
      {error && !data && <ErrorPanel error={error} onRetry={refetch} />}
      {!error && !provider && <Skeleton width={180} />}
      {provider && (
        <div className={c.provider}>
          <b>{NAMES[provider.kind]}</b>
          <p className={c.why}>{whose(provider)}</p>
          {provider.hookUrl && (
            <FormRow label="Address for its events" help="Bounces, complaints and deliveries are told there.">
              {(id) => (
                <span id={id} className={c.hook}>
                  <code>{provider.hookUrl}</code>
                  <CopyButton text={provider.hookUrl ?? ''} label="Copy the address" />
                </span>
              )}
            </FormRow>
          )}
        </div>
      )}
    </Card>
  )
}

export default MailProviderPanel
