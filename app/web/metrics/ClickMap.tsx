import type { LinkClicks } from '@millrace/delivery/contract'
import { emailsContract } from '@millrace/emails/contract'
import { MailFrame } from '@millrace/emails/web'
import { count, MetricsSection, share, useCall, useMay } from '@millrace/kit/web'
import { useMemo } from 'react'
import type { Counting } from './mailShares.ts'
import css from './metrics.module.css'

const MOST_LINKS = 12
const HEIGHT = 620

const clicksOf = (link: LinkClicks, counting: Counting) =>
  counting === 'people' ? link.clicked : link.clicks + link.botClicks

/** Addresses as a reader of HTML takes them, so that `&amp;` and a missing slash make no difference. */
const sameOf = (url: string) => {
  try {
    return new URL(url).href
  } catch {
    return url.trim()
  }
}

/** The mail's HTML with the clicks of each link written beside it. */
const marked = (html: string, links: readonly LinkClicks[], counting: Counting): string => {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const sum = links.reduce((all, link) => all + clicksOf(link, counting), 0)
  const of = new Map(links.map((link) => [sameOf(link.url), clicksOf(link, counting)]))
  for (const anchor of page.querySelectorAll('a[href]')) {
    const clicks = of.get(sameOf(anchor.getAttribute('href') ?? ''))
    if (!clicks) continue
    const mark = page.createElement('span')
    mark.textContent = `${count(clicks)} · ${share(clicks, sum)}`
    mark.setAttribute(
      'style',
      'display:inline-block;margin:0 4px;padding:1px 7px;border-radius:9px;background:#5b4fd6;color:#fff;font:600 11px/16px Inter,Arial,sans-serif;text-decoration:none;vertical-align:middle;white-space:nowrap',
    )
    anchor.after(mark)
  }
  return `<!doctype html>${page.documentElement.outerHTML}`
}

const MarkedMail = ({
  emailId,
  links,
  counting,
}: {
  emailId: number
  links: readonly LinkClicks[]
  counting: Counting
}) => {
  const { data } = useCall(emailsContract.getEmail, { params: { id: emailId } })
  const { html = '', name = '' } = data?.email ?? {}
  const shown = useMemo(() => (html ? marked(html, links, counting) : ''), [html, links, counting])
  return shown ? (
    <div className={css.map}>
      <MailFrame html={shown} title={`Clicks in ${name}`} maxHeight={HEIGHT} />
    </div>
  ) : null
}

type Props = { links: readonly LinkClicks[]; emailId: number | undefined; counting: Counting }

/** Where readers clicked: the links by how often, and over the mail where it is one. */
export const ClickMap = ({ links, emailId, counting }: Props) => {
  const mayEmails = useMay('emails:read')
  const clicked = links.filter((link) => clicksOf(link, counting) > 0)
  if (!clicked.length) return null
  const most = Math.max(...clicked.map((link) => clicksOf(link, counting)))
  const rest = clicked.length - MOST_LINKS
  return (
    <MetricsSection title="Where they clicked">
      <div className={css.clicks}>
        {emailId !== undefined && mayEmails && <MarkedMail emailId={emailId} links={clicked} counting={counting} />}
        <ol className={css.links}>
          {clicked.slice(0, MOST_LINKS).map((link) => (
            <li key={`${link.emailId}-${link.url}`}>
              {/^https?:/i.test(link.url) && !link.url.includes('{{') ? (
                <a href={link.url} target="_blank" rel="noreferrer noopener" title={link.url}>
                  {link.url.replace(/^https?:\/\/(?:www\.)?/i, '')}
                </a>
              ) : (
                <code title={link.url}>{link.url}</code>
              )}
              <b>{count(clicksOf(link, counting))}</b>
              <i aria-hidden>
                <i style={{ width: `${(clicksOf(link, counting) / most) * 100}%` }} />
              </i>
            </li>
          ))}
          {rest > 0 && (
            <li>
              <small>and {count(rest)} more</small>
            </li>
          )}
        </ol>
      </div>
    </MetricsSection>
  )
}
