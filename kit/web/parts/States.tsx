import { Button } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconLock, IconRefresh } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import type { Scope } from '../../contract/scopes.ts'
import { ApiError, sentenceOf } from '../client.ts'
import { useMay } from '../signedIn.tsx'
import { IconTile, type Meaning, Skeleton } from './Marks.tsx'
import css from './States.module.css'

type EmptyProps = {
  icon?: ReactNode
  meaning?: Meaning
  title: string
  /** What this is, in one or two sentences. */
  text: ReactNode
  /** One example that makes it concrete. */
  example?: ReactNode
  /** The one button, and a quiet second one where it must be. */
  children?: ReactNode
}

/** What a list shows while nothing is in it: what this is, one button, one example. */
export const EmptyState = ({ icon, meaning = 'action', title, text, example, children }: EmptyProps) => (
  <div className={css.center}>
    <div className={css.box}>
      {icon && (
        <IconTile meaning={meaning} size={48}>
          {icon}
        </IconTile>
      )}
      <h2>{title}</h2>
      <p>{text}</p>
      {children && <div className={css.buttons}>{children}</div>}
      {example && (
        <div className={css.example}>
          <b>For example</b>
          {example}
        </div>
      )}
    </div>
  </div>
)

/** A list in which nothing fits the search or the filters, with a way out. */
export const NothingFound = ({ children, onClear }: { children: ReactNode; onClear?: () => void }) => (
  <div className={css.center}>
    <div className={css.box}>
      <p>{children}</p>
      {onClear && (
        <div className={css.buttons}>
          <Button variant="default" size="xs" onClick={onClear}>
            Clear search and filters
          </Button>
        </div>
      )}
    </div>
  </div>
)

const POINTLESS = [400, 402, 403, 404, 410]
const retryHelps = (error: unknown) => !(error instanceof ApiError && POINTLESS.includes(error.status))

type ErrorProps = { error: Pick<Error, 'message'>; onRetry?: () => unknown; title?: string }

/** What went wrong and, where it can help, a way to try again. */
export const ErrorPanel = ({ error, onRetry, title }: ErrorProps) => (
  <div className={css.center} role="alert">
    <div className={css.box}>
      <IconTile meaning="alarm" size={44}>
        <IconAlertTriangle size={22} stroke={1.7} />
      </IconTile>
      <h2>{title ?? (error instanceof ApiError && error.status === 404 ? 'Not found' : 'That did not work')}</h2>
      <p>{sentenceOf(error)}</p>
      {onRetry && retryHelps(error) && (
        <div className={css.buttons}>
          <Button
            variant="default"
            leftSection={<IconRefresh size={15} stroke={1.7} aria-hidden />}
            onClick={() => void onRetry()}
          >
            Try again
          </Button>
        </div>
      )}
    </div>
  </div>
)

type BannerProps = { tone?: 'warn' | 'bad' | 'info'; children: ReactNode; action?: ReactNode }

/** A sentence across the page: a warning, a hint, something that went wrong. */
export const Banner = ({ tone = 'warn', children, action }: BannerProps) => {
  const Icon = tone === 'info' ? IconInfoCircle : IconAlertTriangle
  return (
    <div className={css.banner} data-tone={tone} role={tone === 'bad' ? 'alert' : 'note'}>
      <Icon size={17} stroke={1.7} aria-hidden />
      <div className={css.bannerText}>{children}</div>
      {action}
    </div>
  )
}

/** Tells a member which permission is missing. */
export const PermissionBanner = ({ scope }: { scope: string }) => (
  <div className={css.banner} role="note">
    <IconLock size={17} stroke={1.7} aria-hidden />
    <div className={css.bannerText}>
      Contact your account's owner to request access.
      <small>Required permission: {scope}</small>
    </div>
  </div>
)

/** Shows its children to those who hold the permission; others see which one is missing. */
export const PermissionGate = ({ scope, children }: { scope: Scope; children: ReactNode }) =>
  useMay(scope) ? children : <PermissionBanner scope={scope} />

/** The shape of a page that is still on its way. */
export const PageSkeleton = () => (
  <output className={css.lines} aria-busy="true" aria-label="Loading">
    <Skeleton width={180} height={18} />
    {Array.from({ length: 8 }, (_, index) => (
      <Skeleton key={index} width={`${90 - (index % 4) * 13}%`} />
    ))}
  </output>
)

type BoundaryProps = {
  children: ReactNode
  fallback: (error: Error, again: () => void) => ReactNode
  resetOn?: unknown
}
type BoundaryState = { error: Error | undefined; resetOn: unknown }

/** Keeps an error of a part inside that part: shows `fallback` instead, until `resetOn` changes or it is asked to try again. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: undefined, resetOn: this.props.resetOn }
  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }
  static getDerivedStateFromProps({ resetOn }: BoundaryProps, state: BoundaryState) {
    return resetOn === state.resetOn ? null : { error: undefined, resetOn }
  }
  override render() {
    const { error } = this.state
    return error ? this.props.fallback(error, () => this.setState({ error: undefined })) : this.props.children
  }
}
