import { Button, TextInput } from '@mantine/core'
import {
  ago,
  EmptyState,
  ErrorPanel,
  Link,
  NarrowPage,
  PageHead,
  PermissionBanner,
  Skeleton,
  sentenceOf,
  told,
  useCall,
  useGo,
  useMay,
  useMutate,
} from '@millrace/kit/web'
import { IconChevronRight, IconWorld } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { senderCalls as calls } from '../../contract/senderCalls.ts'
import { bareDomain, type SenderDomain } from '../../contract/senders.ts'
import { DomainMark } from '../parts/DomainMark.tsx'
import c from '../parts/senders.module.css'

const NewDomain = () => {
  const go = useGo()
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isWrong = isChecked && !bareDomain(typed)
  const add = useMutate(calls.addSenderDomain, {
    invalidates: [calls.listSenderDomains],
    onDone: ({ domain }) => go(`/settings/email/domains/${domain.id}`),
    onError: (error) => told.error(`Error while saving the email domain. ${sentenceOf(error)}`),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (bareDomain(typed)) add.mutate({ body: { domain: typed } })
  }
  return (
    <form className={c.add} onSubmit={submit} noValidate>
      <TextInput
        className={c.input}
        label="Add a domain"
        description="Mail from any address on it is signed with its own key."
        placeholder="yourcompany.com"
        value={typed}
        error={isWrong ? 'Invalid domain name' : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setChecked(false)
        }}
        leftSection={<IconWorld size={15} stroke={1.7} aria-hidden />}
      />
      <Button type="submit" loading={add.isPending} disabled={!typed.trim()}>
        Add domain
      </Button>
    </form>
  )
}

const Row = ({ domain }: { domain: SenderDomain }) => (
  <li>
    <Link to={`/settings/email/domains/${domain.id}`} className={c.row}>
      <div className={c.name}>
        <b>{domain.domain}</b>
        <small>{domain.checkedAt ? `Checked ${ago(domain.checkedAt)}` : 'Not checked yet'}</small>
      </div>
      <DomainMark domain={domain} />
      <IconChevronRight size={16} stroke={1.7} className={c.chevron} aria-hidden />
    </Link>
  </li>
)

/** Domains that the account may write from. */
const SenderDomains = () => {
  const mayWrite = useMay('emailSettings:write')
  const { data, error, refetch } = useCall(calls.listSenderDomains)
  const domains = data?.domains
  return (
    <NarrowPage>
      <PageHead
        title="Domains"
        sub="A verified domain lets you write from all its addresses, and mailboxes trust its mail more."
      />
      {mayWrite ? <NewDomain /> : <PermissionBanner scope="emailSettings:write" />}
      {error && !data && <ErrorPanel error={error} onRetry={refetch} />}
      {!error && !domains && (
        <div className={c.list} aria-busy="true">
          <div className={c.row}>
            <Skeleton width={200} />
          </div>
          <div className={c.row}>
            <Skeleton width={160} />
          </div>
        </div>
      )}
      {domains?.length === 0 && (
        <EmptyState
          icon={<IconWorld size={24} stroke={1.6} />}
          title="No domain yet"
          text="Add the domain that your emails come from, put its records into DNS, and verify it here."
          example="With acme.com verified, hello@acme.com and news@acme.com can both be senders."
        />
      )}
      {domains && domains.length > 0 && (
        <ul className={c.list} aria-label="Domains">
          {domains.map((domain) => (
            <Row key={domain.id} domain={domain} />
          ))}
        </ul>
      )}
    </NarrowPage>
  )
}

export default SenderDomains
