import { TextInput } from '@mantine/core'
import {
  addressShape,
  EmptyState,
  ErrorPanel,
  Link,
  NothingFound,
  param,
  useAddress,
  useCall,
  useTitle,
} from '@millrace/kit/web'
import { IconArrowLeft, IconInbox, IconSearch } from '@tabler/icons-react'
import { useDeferredValue } from 'react'
import { deliveryContract as calls } from '../../contract/calls.ts'
import { MailList } from '../parts/MailList.tsx'
import { MailView } from '../parts/MailView.tsx'
import c from '../parts/mailbox.module.css'

const Address = addressShape({
  mail: param.number(),
  q: param.text(),
  tab: param.oneOf(['html', 'text', 'headers', 'source'], 'html'),
  width: param.oneOf(['desktop', 'mobile'], 'desktop'),
})

const LOOK_EVERY_MS = 2_000

const Nothing = () => (
  <EmptyState
    icon={<IconInbox size={24} stroke={1.6} />}
    title="No mail yet"
    text="Every mail that is sent lands here, just as its reader would see it. Nothing leaves this machine."
    example="Send a test mail from an email, or ask for a new password: the mail is here a moment later."
  />
)

const Bar = ({ q, total, onSearch }: { q: string; total: number | undefined; onSearch: (q: string) => void }) => (
  <header className={c.bar}>
    <Link to="/dashboard" className={c.home} aria-label="Back to Millrace">
      <IconArrowLeft size={16} stroke={1.8} aria-hidden />
    </Link>
    <h1>Mailbox</h1>
    <TextInput
      className={c.search}
      aria-label="Search mail"
      placeholder="Search by address or subject"
      leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
      value={q}
      onChange={(event) => onSearch(event.currentTarget.value)}
    />
    <span className={c.total}>
      {total === undefined ? '' : `${total.toLocaleString('en-US')} ${total === 1 ? 'mail' : 'mails'}`}
    </span>
  </header>
)

/** Every mail that was sent, as its reader would see it. */
const Mailbox = () => {
  useTitle('Mailbox')
  const [address, change] = useAddress(Address)
  const q = useDeferredValue(address.q ?? '')
  const query = { limit: 100, ...(q && { q }) }
  const { data, error, refetch } = useCall(calls.listMailbox, { query }, { everyMs: LOOK_EVERY_MS, keepPrevious: true })
  const mails = data?.mails
  const opened = address.mail
  if (error && !data) return <ErrorPanel error={error} onRetry={refetch} />
  return (
    <main className={c.page} data-open={opened !== undefined || undefined}>
      <Bar q={address.q ?? ''} total={data?.total} onSearch={(text) => change({ q: text })} />
      {mails?.length === 0 && !q ? (
        <div className={c.whole}>
          <Nothing />
        </div>
      ) : (
        <>
          <div className={c.list}>
            {mails?.length === 0 ? (
              <NothingFound onClear={() => change({ q: undefined })}>No mail fits “{q}”.</NothingFound>
            ) : (
              <MailList mails={mails} opened={opened} onOpen={(mail) => change({ mail }, { push: true })} />
            )}
          </div>
          <div className={c.reading}>
            <MailView
              id={opened}
              tab={address.tab}
              width={address.width}
              onTab={(tab) => change({ tab })}
              onWidth={(width) => change({ width })}
              onClose={() => change({ mail: undefined })}
            />
          </div>
        </>
      )}
    </main>
  )
}

export default Mailbox
