import type { ReactNode } from 'react'
import type { PreferencesPage } from '../../contract/preferences.ts'
import c from '../parts/preferences.module.css'

type Sender = Pick<PreferencesPage, 'accountLogo' | 'accountName' | 'accountSite'>

const SenderMark = ({ page }: { page: Sender }) => {
  const inside = page.accountLogo ? (
    <img src={page.accountLogo} alt={page.accountName} className={c.logo} />
  ) : (
    <>
      <span className={c.initial} aria-hidden="true">
        {(page.accountName || '?').slice(0, 1).toUpperCase()}
      </span>
      {page.accountName}
    </>
  )
  return /^https?:\/\//.test(page.accountSite) ? (
    <a className={c.sender} href={page.accountSite} rel="noreferrer">
      {inside}
    </a>
  ) : (
    <div className={c.sender}>{inside}</div>
  )
}

type Props = { page: Sender; isQuiet?: boolean; children: ReactNode }

/** The card of a page that readers see, under its sender's name. */
export const PageFrame = ({ page, isQuiet = false, children }: Props) => (
  <div className={c.column}>
    <SenderMark page={page} />
    <div className={c.card}>{children}</div>
    {!isQuiet && <p className={c.powered}>Sent with Millrace</p>}
  </div>
)
