import { Badge, Button } from '@mantine/core'
import {
  ago,
  askFirst,
  Banner,
  CopyButton,
  ErrorPanel,
  NarrowPage,
  PageHead,
  PageSkeleton,
  useCall,
  useGo,
  useIdParam,
  useMay,
  useMutate,
} from '@millrace/kit/web'
import { IconRefresh, IconTrash } from '@tabler/icons-react'
import { senderCalls as calls } from '../../contract/senderCalls.ts'
import type { DnsRecord, SenderDomain as Domain } from '../../contract/senders.ts'
import { DomainMark } from '../parts/DomainMark.tsx'
import c from '../parts/senders.module.css'

const ABOUT: Record<DnsRecord['purpose'], string> = {
  dkim: 'Signing key (DKIM)',
  spf: 'Who may send (SPF)',
  dmarc: 'Policy (DMARC)',
}

const Part = ({ name, value }: { name: string; value: string }) => (
  <div className={c.part}>
    <dt>{name}</dt>
    <dd>
      <code>{value}</code>
      <CopyButton text={value} label={`Copy ${name.toLowerCase()}`} />
    </dd>
  </div>
)

const Record = ({ record, isChecked }: { record: DnsRecord; isChecked: boolean }) => (
  <section className={c.record} aria-label={`${record.type} ${record.host}`}>
    <div className={c.recordHead}>
      <b>{ABOUT[record.purpose]}</b>
      {record.optional && <span className={c.quiet}>optional</span>}
      <Badge variant="light" size="sm" color={record.valid ? 'green' : isChecked ? 'amber' : 'gray'}>
        {record.valid ? 'Found' : isChecked ? 'Not found' : 'Not checked'}
      </Badge>
    </div>
    <dl>
      <Part name="Type" value={record.type} />
      <Part name="Host" value={record.host} />
      <Part name="Value" value={record.data} />
    </dl>
    {isChecked && record.reason && <p className={c.reason}>{record.reason}</p>}
  </section>
)

const Verify = ({ id }: { id: number }) => {
  const verify = useMutate(calls.verifySenderDomain, {
    invalidates: [calls.listSenderDomains],
    success: ({ domain: found }) =>
      found.status === 'verified' ? 'Domain verified' : 'Some records are still missing',
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
  })
  const onRemove = async () => {
    const children = `Mail from addresses on ${domain.domain} is skipped from then on, unless they are verified by themselves.`
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

/** One domain with the records that DNS shall hold. */
const SenderDomain = () => {
  const id = useIdParam()
  const mayWrite = useMay('emailSettings:write')
  const { data, error, refetch } = useCall(calls.listSenderDomains)
  if (error && !data) return <ErrorPanel error={error} onRetry={refetch} />
  if (!data) return <PageSkeleton />
  const domain = data.domains.find((one) => one.id === id)
  if (!domain) return <ErrorPanel title="Not found" error={{ message: 'There is no such domain.' }} />
  const isChecked = domain.checkedAt !== null
  return (
    <NarrowPage>
      <PageHead
        title={domain.domain}
        beside={<DomainMark status={domain.status} />}
        back={{ to: '/settings/email/domains', label: 'Domains' }}
        sub={
          isChecked ? `DNS was last asked ${ago(domain.checkedAt ?? '')}.` : 'Put these records into DNS, then verify.'
        }
      >
        {mayWrite && <Verify id={domain.id} />}
      </PageHead>
      {domain.status === 'failed' && (
        <Banner>Records can take up to an hour to be seen everywhere. What was missing is marked below.</Banner>
      )}
      <div className={c.records}>
        {domain.dns.map((record) => (
          <Record key={record.host} record={record} isChecked={isChecked} />
        ))}
      </div>
      {mayWrite && <Remove domain={domain} />}
    </NarrowPage>
  )
}

export default SenderDomain
