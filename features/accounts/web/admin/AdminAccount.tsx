import { Button, Switch } from '@mantine/core'
import { Card } from '@millrace/access/web'
import {
  ago,
  Banner,
  count,
  ErrorPanel,
  exactly,
  FormRow,
  NarrowPage,
  PageHead,
  PageSkeleton,
  useCall,
  useIdParam,
  useMutate,
} from '@millrace/kit/web'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type AdministeredAccount, type AdministeredAct, accountsContract } from '../../contract/index.ts'
import { AccountMarks, nameOfAccount } from './accountMarks.tsx'
import c from './admin.module.css'
import { MailShare } from './mailShare.tsx'
import { PauseSending } from './PauseSending.tsx'

const BACK = { to: '/admin/accounts', label: 'All accounts' }
const ICON = { size: 15, stroke: 1.8, 'aria-hidden': true } as const

const TransactionalMail = ({ account: { accountId, transactionalEmail } }: { account: AdministeredAccount }) => {
  const params = { id: accountId }
  const shown = { invalidates: [accountsContract.administeredAccount] }
  const allow = useMutate(accountsContract.allowTransactionalMail, shown)
  const refuse = useMutate(accountsContract.refuseTransactionalMail, shown)
  const isBusy = allow.isPending || refuse.isPending
  return (
    <FormRow
      label="Transactional emails"
      help="Sent by API, and to those who have unsubscribed. Without them all of its mail counts as marketing."
    >
      {(id) => (
        <Switch
          id={id}
          checked={isBusy ? !transactionalEmail : transactionalEmail}
          disabled={isBusy}
          onChange={() => (transactionalEmail ? refuse : allow).mutate({ params })}
        />
      )}
    </FormRow>
  )
}

const Lately = ({ figures }: Pick<AdministeredAccount, 'figures'>) => (
  <p className={c.lately}>
    <span>
      <b>{count(figures.sent)}</b> sent
    </span>
    {figures.sent > 0 && (
      <>
        <span>
          <MailShare figures={figures} of="bounced" /> bounced
        </span>
        <span>
          <MailShare figures={figures} of="complained" /> marked as spam
        </span>
      </>
    )}
  </p>
)

const said = (act: string) => act[0]?.toUpperCase() + act.slice(1)

const Acts = ({ acts }: { acts: readonly AdministeredAct[] }) => (
  <Card title="What administrators did" sub="The latest fifty, with the reasons that were given.">
    {acts.length === 0 && <p className="dimmed">Nothing yet.</p>}
    <ul className={c.acts}>
      {acts.map(({ id, at, by, act, reason }) => (
        <li key={id}>
          {said(act)}
          {reason && (
            <>
              : <q>{reason}</q>
            </>
          )}
          <small>
            {by ?? 'Somebody who has left'}, <time title={exactly(at)}>{ago(at)}</time>
          </small>
        </li>
      ))}
    </ul>
  </Card>
)

const reasonOf = (acts: readonly AdministeredAct[]) => acts.find(({ act }) => act === 'mail paused')?.reason

/** One account as administrators see it, with what other features show of its mail. */
const AdminAccount = ({ children }: { children: (accountId: number) => ReactNode }) => {
  const id = useIdParam()
  const [isAsking, setAsking] = useState(false)
  const { data, error, refetch } = useCall(
    accountsContract.administeredAccount,
    { params: { id: id ?? 0 } },
    { staleMs: 5_000, enabled: id !== undefined },
  )
  if (id === undefined) return <ErrorPanel title="Not found" error={{ message: 'There is no such account.' }} />
  if (!data)
    return (
      <NarrowPage>
        <PageHead title="Account" back={BACK} />
        {error ? <ErrorPanel error={error} onRetry={refetch} /> : <PageSkeleton />}
      </NarrowPage>
    )
  const { account, acts } = data
  const name = nameOfAccount(account)
  const isPaused = account.pausedAt !== null
  return (
    <NarrowPage>
      <PageHead
        title={name}
        beside={<AccountMarks account={account} />}
        back={BACK}
        sub={`No. ${id} · ${account.email} · opened ${ago(account.createdAt)}`}
      >
        <Button
          variant={isPaused ? 'filled' : 'default'}
          leftSection={isPaused ? <IconPlayerPlay {...ICON} /> : <IconPlayerPause {...ICON} />}
          onClick={() => setAsking(true)}
        >
          {isPaused ? 'Resume sending' : 'Pause sending'}
        </Button>
      </PageHead>
      {account.pausedAt && (
        <Banner>
          Its mail has been kept back since {exactly(account.pausedAt)}. {reasonOf(acts)}
        </Banner>
      )}
      <Card title="Mail" sub="What it sent in the last seven days, and what it may send.">
        <Lately figures={account.figures} />
        <TransactionalMail account={account} />
      </Card>
      {children(id)}
      <Acts acts={acts} />
      {isAsking && <PauseSending {...{ accountId: id, name, isPaused }} onClose={() => setAsking(false)} />}
    </NarrowPage>
  )
}

export default AdminAccount
