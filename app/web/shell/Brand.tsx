import { Link } from '@millrace/kit/web'
import type { OpenAccount } from '../boot/session.ts'
import css from './Shell.module.css'

const Mark = () => (
  <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
    <rect width="22" height="22" rx="6.5" fill="var(--mantine-color-iris-6)" />
    <path d="M6 14.2c0-4 2.2-6.4 5-6.4s4.2 1.7 5 3.2" stroke="#fff" strokeWidth="2" fill="none" strokeLinecap="round" />
    <circle cx="6" cy="14.4" r="1.9" fill="#fff" />
    <circle cx="16" cy="11.6" r="1.9" fill="#fff" />
  </svg>
)

/** The account's logo and name; leads home. */
export const Brand = ({ account }: { account: OpenAccount }) => {
  const name = account.accountName || account.name || 'Millrace'
  return (
    <Link to="/dashboard" className={css.brand} aria-label={`${name}, dashboard`}>
      {account.logo ? <img src={account.logo} width={22} height={22} alt="" /> : <Mark />}
      <span>{name}</span>
    </Link>
  )
}
