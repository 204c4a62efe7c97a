import { Button } from '@mantine/core'
import { addressShape, LinkMark, LinkPage, param, Skeleton, useAddress, useCall, useMutate } from '@millrace/kit/web'
import { IconAt, IconCheck } from '@tabler/icons-react'
import { senderCalls as calls } from '../../contract/senderCalls.ts'
import type { AskedSender } from '../../contract/senders.ts'
import c from '../parts/confirmSender.module.css'

const Address = addressShape({ token: param.text('') })

const Confirmed = ({ email, accountName }: AskedSender) => (
  <>
    <LinkMark tone="done">
      <IconCheck size={24} stroke={1.8} aria-hidden />
    </LinkMark>
    <h1>Confirmed</h1>
    <p>
      <b>{accountName}</b> can now send email from <b>{email}</b>. You can close this page.
    </p>
  </>
)

const Question = ({ asked, token }: { asked: AskedSender; token: string }) => {
  const confirm = useMutate(calls.confirmSenderAddress, {
    invalidates: [calls.readSenderLink, calls.listSenderAddresses],
  })
  return (
    <>
      <LinkMark>
        <IconAt size={24} stroke={1.6} aria-hidden />
      </LinkMark>
      <h1>Confirm a sender address</h1>
      <p>
        <b>{asked.accountName || 'An account'}</b> would like to send email from <b>{asked.email}</b>.
      </p>
      <Button fullWidth size="md" loading={confirm.isPending} onClick={() => confirm.mutate({ body: { token } })}>
        Confirm this address
      </Button>
      <p className={c.quiet}>If you did not ask for this, close this page: nothing will be sent from your address.</p>
    </>
  )
}

const Loading = () => (
  <>
    <Skeleton width={48} height={48} />
    <Skeleton width={220} height={16} />
    <Skeleton width={280} />
    <Skeleton width="100%" height={40} />
  </>
)

/** Where the owner of an address says that an account may write from it. Opening it changes nothing. */
const ConfirmSender = () => {
  const [{ token }] = useAddress(Address)
  const { data, error } = useCall(calls.readSenderLink, { query: { token } }, { enabled: Boolean(token) })
  const told = token ? error : { message: 'This link is not complete. Please open it from the email again.' }
  return (
    <LinkPage title="Confirm a sender address" isBusy={!data && !told} error={told}>
      <div className={c.card}>
        {!data && <Loading />}
        {data && (data.status === 'verified' ? <Confirmed {...data} /> : <Question asked={data} token={token} />)}
      </div>
    </LinkPage>
  )
}

export default ConfirmSender
