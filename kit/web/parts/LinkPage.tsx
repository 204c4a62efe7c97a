import type { ReactNode } from 'react'
import { useTitle } from '../navigation.tsx'
import css from './LinkPage.module.css'
import { ErrorPanel } from './States.tsx'

type Props = {
  title: string
  isBusy?: boolean
  /** Why the link does not lead there: shown instead. */
  error?: Pick<Error, 'message'> | null | undefined
  onRetry?: (() => unknown) | undefined
  children?: ReactNode
}

/** The page behind a link in a mail, for people who have no account: one thing in its middle. */
export const LinkPage = ({ title, isBusy, error, onRetry, children }: Props) => {
  useTitle(title)
  return (
    <main className={css.ground} aria-busy={isBusy}>
      {error ? (
        <>
          <h1 className="visually-hidden">{title}</h1>
          <ErrorPanel title="This link does not work" error={error} {...(onRetry && { onRetry })} />
        </>
      ) : (
        children
      )}
    </main>
  )
}

/** The sign above what such a page says: neutral, done, or left off. */
export const LinkMark = ({ tone, children }: { tone?: 'done' | 'off' | undefined; children: ReactNode }) => (
  <span className={css.mark} data-tone={tone}>
    {children}
  </span>
)
