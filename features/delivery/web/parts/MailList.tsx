import { ago, exactly, PersonAvatar, Skeleton } from '@millrace/kit/web'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { MailboxEntry } from '../../contract/mailbox.ts'
import c from './mailbox.module.css'

const nameOf = (header: string) => header.replace(/\s*<[^>]*>\s*$/, '').replace(/^"|"$/g, '') || header

const Loading = () => (
  <div className={c.loading} aria-busy="true">
    {Array.from({ length: 7 }, (_row, row) => (
      <div key={row} className={c.loadingRow}>
        <Skeleton width={120 + (row % 3) * 24} />
        <Skeleton width="80%" />
        <Skeleton width="60%" />
      </div>
    ))}
  </div>
)

type Props = { mails: readonly MailboxEntry[] | undefined; opened: number | undefined; onOpen: (id: number) => void }

/** Moves to the mail above or below, and keeps the focus on it. */
const step = (event: KeyboardEvent<HTMLUListElement>, { mails = [], opened, onOpen }: Props) => {
  const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
  if (!by) return
  event.preventDefault()
  const at = mails.findIndex((mail) => mail.id === opened)
  const next = mails[Math.min(Math.max(at + by, 0), mails.length - 1)]
  if (next) onOpen(next.id)
}

/** The list of a mail program: who it went to, what about, how it begins. */
export const MailList = (props: Props) => {
  const { mails, opened, onOpen } = props
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-mail="${opened}"]`)
    row?.scrollIntoView({ block: 'nearest' })
    if (list.current?.contains(document.activeElement)) row?.focus()
  }, [opened])
  if (!mails) return <Loading />
  return (
    <ul ref={list} className={c.mails} aria-label="Mails" onKeyDown={(event) => step(event, props)}>
      {mails.map((mail) => (
        <li key={mail.id}>
          <button
            type="button"
            className={c.mail}
            data-mail={mail.id}
            data-unread={!mail.isRead || undefined}
            aria-current={mail.id === opened || undefined}
            onClick={() => onOpen(mail.id)}
          >
            <PersonAvatar id={mail.to[0]?.length ?? 0} name={mail.to[0] ?? '?'} size={30} />
            <span className={c.mailText}>
              <span className={c.mailTop}>
                <span className={c.mailTo}>{mail.to.join(', ')}</span>
                <time dateTime={mail.receivedAt} title={exactly(mail.receivedAt)}>
                  {ago(mail.receivedAt)}
                </time>
              </span>
              <span className={c.mailSubject}>
                {!mail.isRead && <span className="visually-hidden">Unread: </span>}
                {mail.subject || '(no subject)'}
              </span>
              <span className={c.mailSnippet}>
                {nameOf(mail.from)}
                {mail.snippet && ` · ${mail.snippet}`}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
