import { Badge } from '@mantine/core'
import { CopyButton } from '@millrace/kit/web'
import type { DnsRecord } from '../../contract/senders.ts'
import c from './senders.module.css'

const ABOUT: Record<DnsRecord['purpose'], { name: string; why: string }> = {
  dkim: { name: 'Signing key (DKIM)', why: 'Mailboxes see that the mail is yours and was not changed on its way.' },
  spf: { name: 'Who may send (SPF)', why: 'Mailboxes see that this server may send for you.' },
  return: {
    name: 'Return path',
    why: 'Bounces come back here, so that addresses that are gone are not written to again.',
  },
  dmarc: { name: 'Policy (DMARC)', why: 'Gmail and Yahoo ask for it from whoever sends to many. Start with p=none.' },
  tracking: { name: 'Links (tracking host)', why: 'Tracked links carry your own name instead of ours.' },
}

const MARKS: Record<NonNullable<DnsRecord['seen']>, { label: string; color: string }> = {
  right: { label: 'Found', color: 'green' },
  other: { label: 'Another value', color: 'amber' },
  nothing: { label: 'Not found', color: 'amber' },
  unanswered: { label: 'DNS did not answer', color: 'gray' },
}

const Part = ({ name, value, also }: { name: string; value: string; also?: string | undefined }) => (
  <div className={c.part}>
    <dt>{name}</dt>
    <dd>
      <code>
        {value}
        {also && <span className={c.also}>{also}</span>}
      </code>
      <CopyButton text={value} label={`Copy ${name.toLowerCase()}`} />
    </dd>
  </div>
)

/** A record of a domain: what shall be there, what is there instead, and how it stands. */
export const DomainRecord = ({ record, domain }: { record: DnsRecord; domain: string }) => {
  const { purpose, optional, seen, type, host, data, reason, found } = record
  const { name, why } = ABOUT[purpose]
  const mark = seen ? MARKS[seen] : { label: 'Not checked', color: 'gray' }
  const title = /k=ed25519/.test(data) ? `${name}, Ed25519` : name
  // Most registrars ask for the part in front of the domain alone.
  const isBelow = host.endsWith(`.${domain}`)
  return (
    <section className={c.record} aria-label={`${type} ${host}`} data-seen={seen}>
      <div className={c.recordHead}>
        <b>{title}</b>
        <span className={c.quiet}>{optional ? 'recommended' : 'required'}</span>
        <Badge variant="light" size="sm" color={mark.color}>
          {mark.label}
        </Badge>
      </div>
      <p className={c.why}>{why}</p>
      <dl>
        <Part name="Type" value={type} />
        <Part
          name="Host"
          value={isBelow ? host.slice(0, -domain.length - 1) : host}
          also={isBelow ? `.${domain}` : undefined}
        />
        <Part name="Value" value={data} />
      </dl>
      {reason && seen !== 'nothing' && <p className={c.reason}>{reason}</p>}
      {found && found.length > 0 && (
        <div className={c.found}>
          <span>Found instead</span>
          {found.map((text) => (
            <code key={text}>{text}</code>
          ))}
        </div>
      )}
    </section>
  )
}
