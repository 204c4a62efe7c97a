import { Button, Select, Switch } from '@mantine/core'
import { deliveryContract as calls, MAIL_EVENTS, type MailEvent, type MailEventType } from '@millrace/delivery/contract'
import {
  EmptyState,
  exactly,
  FilterBar,
  forget,
  Link,
  type ListColumn,
  ListTable,
  metricsPath,
  NoMetrics,
  PageHead,
  PeriodChoice,
  PersonCell,
  SaveAsCsv,
  Spacer,
  useAddress,
  useEndless,
  useMay,
  useMutate,
  useSignedIn,
  WidePage,
} from '@millrace/kit/web'
import { peopleContract } from '@millrace/people/contract'
import { IconMailOpened } from '@tabler/icons-react'
import { useMemo } from 'react'
import { EmailFilters } from '../EmailFilters.tsx'
import { aboutOf, MailAddress, mailAsked } from '../mailAddress.ts'
import css from '../metrics.module.css'

const TITLE = 'Email metrics'
const WORDS: Record<MailEventType, { who: string; did: string; nobody: string }> = {
  sent: { who: 'Who was sent email', did: 'Sent', nobody: 'Nobody was sent email' },
  delivered: { who: 'Who received email', did: 'Delivered', nobody: 'Nobody received email' },
  opened: { who: 'Who opened', did: 'Opened', nobody: 'Nobody opened' },
  clicked: { who: 'Who clicked', did: 'Clicked', nobody: 'Nobody clicked' },
  replied: { who: 'Who answered', did: 'Replied', nobody: 'Nobody answered' },
  bounced: { who: 'Whose email bounced', did: 'Bounced', nobody: 'Nothing bounced' },
  complained: { who: 'Who complained', did: 'Complained', nobody: 'Nobody complained' },
  unsubscribed: { who: 'Who unsubscribed', did: 'Unsubscribed', nobody: 'Nobody unsubscribed' },
}
const TYPES = MAIL_EVENTS.map((type) => ({ value: type, label: WORDS[type].did }))

const nameOf = ({ endUser: { name, firstName, lastName, email } }: MailEvent) =>
  name || [firstName, lastName].filter(Boolean).join(' ') || email || 'Somebody'

const columnsOf = (type: MailEventType): ListColumn<MailEvent>[] => {
  const more = type === 'clicked' ? 'url' : type === 'bounced' ? 'reason' : undefined
  return [
    {
      id: 'person',
      title: 'Person',
      render: (event) => (
        <PersonCell
          id={event.endUser.id}
          to={`/people/${event.endUser.id}`}
          name={nameOf(event)}
          email={event.endUser.email}
        />
      ),
    },
    { id: 'email', title: 'Email', isWideOnly: true, render: ({ emailName }) => emailName ?? '—' },
    ...(more
      ? [
          {
            id: more,
            title: more === 'url' ? 'Link' : 'Reason',
            isWideOnly: true,
            render: (event: MailEvent) => <span title={event[more] ?? ''}>{event[more] ?? '—'}</span>,
          },
        ]
      : []),
    {
      id: 'at',
      title: WORDS[type].did,
      width: 190,
      align: 'right',
      render: ({ createdAt, isBot }) => (
        <>
          {isBot && <span className={css.machine}>machine</span>}
          {exactly(createdAt)}
        </>
      ),
    },
  ]
}

type Asked = ReturnType<typeof mailAsked> & { type: MailEventType }

/** Mails them to whoever asks, as a file. */
const SaveEvents = ({ asked }: { asked: Asked }) => {
  const { email } = useSignedIn()
  const save = useMutate(calls.exportMailEvents, {
    success: ({ message }) => message,
    onDone: () => void forget(peopleContract.listPeopleJobs),
  })
  return (
    <SaveAsCsv
      says={
        email ? `A link to the file is mailed to ${email}.` : "Can't send exported people, since you have no email set."
      }
      isOff={!email}
      isPending={save.isPending}
      onSave={() => email && save.mutate({ body: { ...asked, notifyEmail: email } })}
    />
  )
}

const Events = () => {
  const [address, setAddress] = useAddress(MailAddress)
  const { type, machines } = address
  const mayExport = useMay('people:export')
  const asked: Asked = { ...mailAsked(address), type }
  const { pages, isBefore, error, refetch, onEnd } = useEndless(calls.listMailEvents, {
    query: { ...asked, limit: 100, ...(machines && { machines }) },
  })
  const events = pages?.flatMap((page) => page.events)
  const columns = useMemo(() => columnsOf(type), [type])
  return (
    <WidePage>
      <PageHead
        title={WORDS[type].who}
        back={{ to: metricsPath('/metrics/emails', address, aboutOf(address)), label: 'All metrics' }}
      >
        {mayExport && <SaveEvents asked={asked} />}
      </PageHead>
      <FilterBar>
        <Select
          aria-label="What was done"
          w={150}
          data={TYPES}
          value={type}
          allowDeselect={false}
          onChange={(next) => setAddress({ type: next as MailEventType })}
        />
        <EmailFilters said={address} onChange={setAddress} />
        <PeriodChoice address={address} onAddress={setAddress} />
        <Spacer />
        {(type === 'opened' || type === 'clicked') && (
          <Switch
            label="Machines too"
            checked={machines !== undefined}
            onChange={({ currentTarget }) => setAddress({ machines: currentTarget.checked ? 'true' : undefined })}
          />
        )}
      </FilterBar>
      <ListTable
        label={WORDS[type].who}
        rows={isBefore ? undefined : events}
        error={error}
        onRetry={refetch}
        idOf={({ id }) => id}
        nameOf={nameOf}
        columns={columns}
        to={({ endUser }) => `/people/${endUser.id}`}
        isSortedElsewhere
        onEnd={onEnd}
        empty={
          <EmptyState
            icon={<IconMailOpened size={24} />}
            title={WORDS[type].nobody}
            text="Not in these days. Try a longer time or other emails."
          >
            <Button variant="default" component={Link} to="/metrics/emails">
              All metrics
            </Button>
          </EmptyState>
        }
      />
    </WidePage>
  )
}

/** Who was sent email, opened it, clicked it, and so on. */
export default function EmailEvents() {
  return useMay('emailMetrics:read', 'people:read') ? <Events /> : <NoMetrics title={TITLE} />
}
