import { Badge, Button, SegmentedControl } from '@mantine/core'
import { Card } from '@millrace/access/web'
import { accountsContract } from '@millrace/accounts/contract'
import { ago, ErrorPanel, plural, Skeleton, useEndless, useMutate } from '@millrace/kit/web'
import { IconCheck, IconChevronDown, IconChevronRight, IconShieldCheck, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { emailsContract as calls, type ModeratedEmail } from '../../contract/index.ts'
import { MailFrame } from '../parts/MailFrame.tsx'
import c from './moderation.module.css'
import { RefuseEmail } from './RefuseEmail.tsx'

type Compliance = ModeratedEmail['canSpamCompliance']

const MARKS: Record<Compliance, { label: string; color: string }> = {
  pending: { label: 'Waits', color: 'amber' },
  approved: { label: 'Approved', color: 'green' },
  manually_approved: { label: 'Approved by hand', color: 'green' },
  rejected: { label: 'Refused', color: 'red' },
}

const PER_PAGE = 20
const TALLEST = 520
const ICON = { size: 15, stroke: 1.8, 'aria-hidden': true } as const

type Word = { canSpamCompliance: Compliance; approveAccount?: true; reason?: string }

const useDecision = (accountId: number, { id, version }: ModeratedEmail) => {
  const decide = useMutate(calls.moderateEmail, {
    invalidates: [calls.listModeratedEmails, calls.listModeration, accountsContract.administeredAccount],
    success: ({ email }) => (email.canSpamCompliance === 'rejected' ? 'Refused.' : 'Approved.'),
  })
  const say = (word: Word) => decide.mutate({ params: { id: accountId, emailId: id }, body: { ...word, version } })
  return { say, isBusy: decide.isPending }
}

const heldWords = (held: number) =>
  held > 0
    ? `${plural(held, 'mail that waits', 'mails that wait')} for it ${held === 1 ? 'ends' : 'end'}.`
    : 'No mail of it leaves.'

const Decision = ({ accountId, email }: { accountId: number; email: ModeratedEmail }) => {
  const { say, isBusy } = useDecision(accountId, email)
  const [isRefusing, setRefusing] = useState(false)
  const isApproved = email.canSpamCompliance === 'approved' || email.canSpamCompliance === 'manually_approved'
  const refuse = (reason: string) => {
    say({ canSpamCompliance: 'rejected', reason })
    setRefusing(false)
  }
  return (
    <div className={c.foot}>
      {!isApproved && (
        <>
          <Button
            leftSection={<IconCheck {...ICON} />}
            disabled={isBusy}
            onClick={() => say({ canSpamCompliance: 'manually_approved' })}
          >
            Approve
          </Button>
          <Button
            variant="default"
            leftSection={<IconShieldCheck {...ICON} />}
            disabled={isBusy}
            onClick={() => say({ canSpamCompliance: 'manually_approved', approveAccount: true })}
          >
            Approve and trust the account
          </Button>
        </>
      )}
      {email.canSpamCompliance !== 'rejected' && (
        <Button
          variant="default"
          c="red"
          leftSection={<IconX {...ICON} />}
          disabled={isBusy}
          onClick={() => setRefusing(true)}
        >
          Refuse…
        </Button>
      )}
      {isRefusing && (
        <RefuseEmail
          name={email.name}
          held={heldWords(email.held)}
          isBusy={isBusy}
          onRefuse={refuse}
          onClose={() => setRefusing(false)}
        />
      )}
    </div>
  )
}

const Email = ({ accountId, email, isFirst }: { accountId: number; email: ModeratedEmail; isFirst: boolean }) => {
  const [isOpen, setOpen] = useState(isFirst)
  const id = useId()
  const { label, color } = MARKS[email.canSpamCompliance]
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li className={c.email}>
      <button
        type="button"
        className={c.head}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron {...ICON} />
        <span className={c.name}>
          <b>{email.subject || email.name}</b>
          <small>
            {email.fromName ? `${email.fromName} <${email.fromEmail}>` : email.fromEmail || 'No sender yet'} ·{' '}
            {ago(email.updatedAt)}
          </small>
          {email.refusedWhy && (
            <small>
              Its writers read: <q>{email.refusedWhy}</q>
            </small>
          )}
        </span>
        {email.held > 0 && <Badge color="gray">{plural(email.held, 'mail')} held</Badge>}
        <Badge color={color}>{label}</Badge>
      </button>
      {isOpen && (
        <div id={id}>
          <div className={c.body}>
            <MailFrame html={email.html} title={`Body of ${email.name}`} maxHeight={TALLEST} />
          </div>
          <Decision accountId={accountId} email={email} />
        </div>
      )}
    </li>
  )
}

/** An account's emails as they would be sent, to approve or to refuse; for administrators. */
const ModeratedEmails = ({ accountId }: { accountId: number }) => {
  const [isAll, setAll] = useState(false)
  const { pages, first, error, refetch, onEnd } = useEndless(calls.listModeratedEmails, {
    params: { id: accountId },
    query: { limit: PER_PAGE, ...(isAll && { all: 'true' as const }) },
  })
  const emails = pages?.flatMap(({ rows }) => rows)
  return (
    <Card
      title="Emails"
      sub="As they would be sent. What is written anew waits for another look."
      action={
        <SegmentedControl
          size="xs"
          w={170}
          aria-label="Which emails"
          data={[
            { value: 'pending', label: 'That wait' },
            { value: 'all', label: 'All' },
          ]}
          value={isAll ? 'all' : 'pending'}
          onChange={(value) => setAll(value === 'all')}
        />
      }
    >
      <div className={c.inside}>
        {error && !pages && <ErrorPanel error={error} onRetry={refetch} />}
        {!error && !pages && <Skeleton width={220} />}
        {first?.total === 0 && <span className="dimmed">{isAll ? 'No email yet.' : 'No email waits for a look.'}</span>}
        <ul className={c.list}>
          {emails?.map((email, index) => (
            <Email key={email.id} {...{ accountId, email }} isFirst={index === 0 && !isAll} />
          ))}
        </ul>
        {onEnd && (
          <Button variant="subtle" mt="sm" onClick={onEnd}>
            Show more
          </Button>
        )}
      </div>
    </Card>
  )
}

export default ModeratedEmails
