import { Button } from '@mantine/core'
import { emailsContract } from '@millrace/emails/contract'
import {
  ago,
  askFirst,
  Banner,
  ErrorPanel,
  exactly,
  NarrowPage,
  PageHead,
  PageSkeleton,
  sentenceOf,
  told,
  useCall,
  useGo,
  useIdParam,
  useMay,
  useMutate,
} from '@millrace/kit/web'
import { IconRefresh, IconTrash } from '@tabler/icons-react'
import { senderCalls as calls } from '../../contract/senderCalls.ts'
import type { SenderDomain as Domain } from '../../contract/senders.ts'
import { DomainMark } from '../parts/DomainMark.tsx'
import { DomainRecord } from '../parts/DomainRecord.tsx'
import c from '../parts/senders.module.css'

const tellOutcome = ({ status, dns, failingSince }: Domain) => {
  if (dns.some(({ seen, optional }) => seen === 'unanswered' && !optional))
    return told.info('DNS did not answer. It will be asked again.')
  if (status === 'verified' && !failingSince) return told.success('Domain verified')
  return told.info(failingSince ? 'The signing key is still missing' : 'The signing key is not there yet')
}

const Verify = ({ id }: { id: number }) => {
  const verify = useMutate(calls.verifySenderDomain, {
    invalidates: [calls.listSenderDomains, emailsContract.listEmails],
    onDone: ({ domain: found }) => tellOutcome(found),
    onError: (error) => told.error(`Error while verifying the email domain. ${sentenceOf(error)}`),
  })
  return (
    <Button
      leftSection={<IconRefresh size={15} stroke={1.7} aria-hidden />}
      loading={verify.isPending}
      onClick={() => verify.mutate({ params: { id } })}
    >
      Verify
    </Button>
  )
}

const Remove = ({ domain }: { domain: Domain }) => {
  const go = useGo()
  const remove = useMutate(calls.deleteSenderDomain, {
    invalidates: [calls.listSenderDomains],
    onDone: () => go('/settings/email/domains'),
    onError: (error) => told.error(`Error while deleting the email domain. ${sentenceOf(error)}`),
  })
  const onRemove = async () => {
    const children = `Mail from addresses on ${domain.domain} is not sent from then on, unless they are verified by themselves. It waits, and is dropped if that takes too long.`
    if (await askFirst({ title: 'Really delete?', children, confirm: 'Delete', danger: true })) {
      remove.mutate({ params: { id: domain.id } })
    }
  }
  return (
    <Button
      className={c.remove}
      variant="default"
      leftSection={<IconTrash size={15} stroke={1.7} aria-hidden />}
      loading={remove.isPending}
      onClick={() => void onRemove()}
    >
      Delete domain
    </Button>
  )
}

const Asked = ({ domain: { checkedAt, nextCheckAt } }: { domain: Domain }) => {
  if (!checkedAt) return 'Put these records into DNS at your registrar. We look by ourselves, too.'
  return (
    <>
      DNS was last asked <time title={exactly(checkedAt)}>{ago(checkedAt)}</time>
      {nextCheckAt && Date.parse(nextCheckAt) > Date.now() && <>, and will be asked again {inTime(nextCheckAt)}</>}.
    </>
  )
}

const inTime = (at: string) => {
  const minutes = Math.max(1, Math.round((Date.parse(at) - Date.now()) / 60_000))
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
  return minutes < 90 ? words.format(minutes, 'minute') : words.format(Math.round(minutes / 60), 'hour')
}

/** What the standing of a domain means for mail, where that is not simply good. */
const Standing = ({ domain: { status, endsAt, checkedAt, failingSince } }: { domain: Domain }) => {
  if (status === 'verified' && endsAt) {
    return (
      <Banner>
        DNS answers without the signing key. Mail goes out until {exactly(endsAt)}; after that the domain does not count
        as verified unless the key is found.
      </Banner>
    )
  }
  if (status === 'failed' && !failingSince) {
    return (
      <Banner>
        The signing key was not found for three days. DNS is asked once a day from now on; press Verify once the records
        are there.
      </Banner>
    )
  }
  if (status === 'failed') {
    return (
      <Banner tone="bad">
        The signing key has been missing for three days. Mail from this domain is not sent until it is found again.
      </Banner>
    )
  }
  if (status === 'pending' && checkedAt) {
    return <Banner tone="info">Records can take up to an hour to be seen everywhere. You need not wait here.</Banner>
  }
  return null
}

const BACK = { to: '/settings/email/domains', label: 'Domains' }

/** One domain with the records that DNS shall hold. */
const SenderDomain = () => {
  const id = useIdParam()
  const mayWrite = useMay('emailSettings:write')
  const { data, error, refetch } = useCall(calls.listSenderDomains, undefined, { everyMs: 15_000 })
  const domain = data?.domains.find((one) => one.id === id)
  if (!domain)
    return (
      <NarrowPage>
        <PageHead title="Domain" back={BACK} />
        {error && !data && <ErrorPanel error={error} onRetry={refetch} />}
        {!error && !data && <PageSkeleton />}
        {data && <ErrorPanel title="Not found" error={{ message: 'There is no such domain.' }} />}
      </NarrowPage>
    )
  return (
    <NarrowPage>
      <PageHead
        title={domain.domain}
        beside={<DomainMark domain={domain} />}
        back={BACK}
        sub={<Asked domain={domain} />}
      >
        {mayWrite && <Verify id={domain.id} />}
      </PageHead>
      <Standing domain={domain} />
      <div className={c.records}>
        {domain.dns.map((record) => (
          <DomainRecord key={`${record.type} ${record.host}`} record={record} domain={domain.domain} />
        ))}
      </div>
      {mayWrite && <Remove domain={domain} />}
    </NarrowPage>
  )
}

export default SenderDomain
