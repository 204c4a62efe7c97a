import { Button } from '@mantine/core'
import { addressShape, LinkMark, LinkPage, param, Skeleton, useAddress, useCall, useMutate } from '@millrace/kit/web'
import { IconMailCheck, IconMailQuestion } from '@tabler/icons-react'
import { optInCalls as calls, type OptIn } from '../../contract/optInCalls.ts'
import { PageFrame } from '../page/PageFrame.tsx'
import c from '../parts/preferences.module.css'

const Address = addressShape({ token: param.text('') })

const whatOf = ({ category, accountName }: OptIn) =>
  category ? `“${category}” from ${accountName}` : `email from ${accountName}`

const Confirmed = ({ asked }: { asked: OptIn }) => (
  <PageFrame page={asked}>
    <LinkMark>
      <IconMailCheck size={24} stroke={1.6} aria-hidden />
    </LinkMark>
    <h1>You are subscribed</h1>
    <p>You will get {whatOf(asked)}.</p>
    <p className={c.email}>{asked.email}</p>
    {asked.redirect && (
      <Button component="a" href={asked.redirect} fullWidth size="md" rel="noreferrer">
        Continue
      </Button>
    )}
  </PageFrame>
)

const Question = ({ asked, token }: { asked: OptIn; token: string }) => {
  const confirm = useMutate(calls.confirmOptIn, { invalidates: [calls.readOptIn] })
  return (
    <PageFrame page={asked}>
      <LinkMark tone="off">
        <IconMailQuestion size={24} stroke={1.6} aria-hidden />
      </LinkMark>
      <h1>One more step</h1>
      <p>Would you like to get {whatOf(asked)}?</p>
      <p className={c.email}>{asked.email}</p>
      <Button fullWidth size="md" loading={confirm.isPending} onClick={() => confirm.mutate({ body: { token } })}>
        Confirm my subscription
      </Button>
    </PageFrame>
  )
}

/** Where somebody confirms that they want to be written to. Opening it changes nothing. */
const ConfirmSubscription = () => {
  const [{ token }] = useAddress(Address)
  const { data, error } = useCall(calls.readOptIn, { query: { token } }, { enabled: Boolean(token) })
  const told = token ? error : { message: 'This link is not complete. Please open it from the email again.' }
  return (
    <LinkPage title="Confirm your subscription" isBusy={!data && !told} error={told}>
      {!data && (
        <div className={c.column}>
          <div className={c.card}>
            <Skeleton width={48} height={48} />
            <Skeleton width={220} height={16} />
            <Skeleton width="100%" height={40} />
          </div>
        </div>
      )}
      {data && (data.isConfirmed ? <Confirmed asked={data} /> : <Question asked={data} token={token} />)}
    </LinkPage>
  )
}

export default ConfirmSubscription
