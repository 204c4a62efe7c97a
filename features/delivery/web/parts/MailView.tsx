import { ActionIcon, Button, SegmentedControl, Tabs, Tooltip } from '@mantine/core'
import { CopyButton, ErrorPanel, exactly, forget, PersonAvatar, Skeleton, useCall } from '@millrace/kit/web'
import { IconArrowLeft, IconDeviceDesktop, IconDeviceMobile, IconMailOpened, IconMailX } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { deliveryContract as calls } from '../../contract/calls.ts'
import type { MailboxMail } from '../../contract/mailbox.ts'
import c from './mailbox.module.css'

type Tab = 'html' | 'text' | 'headers' | 'source'
type Width = 'desktop' | 'mobile'

type Props = {
  id: number | undefined
  tab: Tab
  width: Width
  onTab: (tab: Tab) => void
  onWidth: (width: Width) => void
  onClose: () => void
}

const size = (bytes: number) => (bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`)

const Head = ({ mail, onClose }: { mail: MailboxMail; onClose: () => void }) => (
  <div className={c.head}>
    <ActionIcon className={c.backToList} variant="subtle" aria-label="Back to the list" onClick={onClose}>
      <IconArrowLeft size={17} stroke={1.8} />
    </ActionIcon>
    <h2>{mail.subject || '(no subject)'}</h2>
    <div className={c.who}>
      <PersonAvatar id={mail.from.length} name={mail.from} size={34} />
      <div className={c.whoText}>
        <div className={c.from}>{mail.from}</div>
        <div className={c.to}>to {mail.to.join(', ')}</div>
      </div>
      <div className={c.when}>
        <time dateTime={mail.receivedAt}>{exactly(mail.receivedAt)}</time>
        <span>{size(mail.size)}</span>
      </div>
    </div>
    {mail.unsubscribe && (
      <Button
        component="a"
        href={mail.unsubscribe}
        target="_blank"
        rel="noreferrer"
        variant="default"
        size="compact-xs"
        className={c.unsubscribe}
        leftSection={<IconMailX size={14} stroke={1.7} aria-hidden />}
      >
        Unsubscribe
      </Button>
    )}
  </div>
)

const Html = ({ mail, width }: { mail: MailboxMail; width: Width }) =>
  mail.htmlUrl ? (
    <div className={c.stage} data-width={width}>
      <iframe
        key={mail.id}
        className={c.frame}
        title={`Mail: ${mail.subject}`}
        src={mail.htmlUrl}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
      />
    </div>
  ) : (
    <p className={c.none}>This mail has no HTML part.</p>
  )

const Headers = ({ mail }: { mail: MailboxMail }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <div className={c.scroll} tabIndex={0} role="region" aria-label="Headers">
    <dl className={c.headers}>
      {mail.headers.map(({ name, value }, index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </div>
)

const Plain = ({ text, label }: { text: string; label: string }) => (
  <div className={c.plain}>
    <div className={c.copy}>
      <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
    </div>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
    <pre className={c.scroll} tabIndex={0} role="region" aria-label={label}>
      {text}
    </pre>
  </div>
)

const WidthSwitch = ({ width, onWidth }: Pick<Props, 'width' | 'onWidth'>) => {
  const icon = (label: string, inside: ReactNode) => (
    <Tooltip label={label}>
      <span className={c.widthIcon}>
        {inside}
        <span className="visually-hidden">{label}</span>
      </span>
    </Tooltip>
  )
  return (
    <SegmentedControl
      className={c.widths}
      aria-label="Width"
      value={width}
      onChange={(value) => onWidth(value as Width)}
      data={[
        { value: 'desktop', label: icon('Desktop', <IconDeviceDesktop size={15} stroke={1.7} aria-hidden />) },
        { value: 'mobile', label: icon('Mobile', <IconDeviceMobile size={15} stroke={1.7} aria-hidden />) },
      ]}
    />
  )
}

const Nothing = () => (
  <div className={c.nothing}>
    <IconMailOpened size={28} stroke={1.4} aria-hidden />
    <p>Choose a mail to read it as its reader would.</p>
    <small>Opening it loads its images, so the opening is counted.</small>
  </div>
)

const Loading = () => (
  <div className={c.head} aria-busy="true">
    <Skeleton width={260} height={14} />
    <Skeleton width={180} />
  </div>
)

/** One mail as its reader sees it, with its parts behind tabs. */
export const MailView = ({ id, tab, width, onTab, onWidth, onClose }: Props) => {
  const wanted = { params: { id: id ?? 0 } }
  const { data, error, refetch } = useCall(calls.getMailboxMail, wanted, { enabled: id !== undefined })
  const mail = data?.mail
  const isRead = mail?.isRead
  useEffect(() => {
    if (isRead) void forget(calls.listMailbox)
  }, [isRead])
  if (id === undefined) return <Nothing />
  if (error) return <ErrorPanel error={error} onRetry={refetch} />
  if (!mail) return <Loading />
  const shown = tab === 'html' && !mail.htmlUrl ? 'text' : tab
  return (
    <article className={c.view} aria-label={mail.subject}>
      <Head mail={mail} onClose={onClose} />
      <Tabs className={c.tabs} value={shown} onChange={(value) => value && onTab(value as Tab)}>
        <div className={c.tabBar}>
          <Tabs.List>
            <Tabs.Tab value="html" disabled={!mail.htmlUrl}>
              HTML
            </Tabs.Tab>
            <Tabs.Tab value="text">Text</Tabs.Tab>
            <Tabs.Tab value="headers">Headers</Tabs.Tab>
            <Tabs.Tab value="source">Source</Tabs.Tab>
          </Tabs.List>
          {shown === 'html' && <WidthSwitch width={width} onWidth={onWidth} />}
        </div>
        <Tabs.Panel value="html">
          <Html mail={mail} width={width} />
        </Tabs.Panel>
        <Tabs.Panel value="text">
          {mail.text ? <Plain text={mail.text} label="Text" /> : <p className={c.none}>This mail has no text part.</p>}
        </Tabs.Panel>
        <Tabs.Panel value="headers">
          <Headers mail={mail} />
        </Tabs.Panel>
        <Tabs.Panel value="source">
          <Plain text={mail.source} label="Source" />
        </Tabs.Panel>
      </Tabs>
    </article>
  )
}
