import { ActionIcon, Alert, Button, Kbd, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { ApiError } from '../client.ts'
import { ago } from '../format.ts'
import css from './Marks.module.css'

const initials = (name: string) =>
  name
    .split(/[\s@._-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join('')

/** A person's initials on a colour of their own. */
export const PersonAvatar = ({ id, name, size = 24 }: { id: number; name: string; size?: number }) => (
  <span
    className={css.avatar}
    data-hue={id % 6}
    style={{ width: size, height: size, fontSize: Math.round(size * 0.39) }}
    aria-hidden="true"
  >
    {initials(name) || '?'}
  </span>
)

/** A tag on a person or a thing. */
export const TagPill = ({ name, color, onRemove }: { name: string; color?: string; onRemove?: () => void }) => (
  <span className={css.tag}>
    {color && <i style={{ background: color }} />}
    {name}
    {onRemove && (
      <button type="button" aria-label={`Remove tag ${name}`} onClick={onRemove}>
        ×
      </button>
    )}
  </span>
)

/** What a list shows while nothing is in it: what this is, one button, one example. */
export const EmptyState = ({
  icon,
  title,
  text,
  example,
  children,
}: {
  icon?: ReactNode
  title: string
  text: ReactNode
  example?: ReactNode
  children?: ReactNode
}) => (
  <div className={css.empty}>
    {icon && <div className={css.emptyIcon}>{icon}</div>}
    <h2>{title}</h2>
    <p>{text}</p>
    {children && <div className={css.emptyActions}>{children}</div>}
    {example && <p className={css.example}>{example}</p>}
  </div>
)

/** What went wrong and, where it can help, a way to try again. */
export const ErrorPanel = ({ error, onRetry }: { error: Pick<ApiError, 'message'>; onRetry?: () => void }) => (
  <Alert color="red" variant="light" className={css.error} role="alert" title={error.message}>
    {onRetry && (
      <Button size="xs" variant="default" onClick={onRetry}>
        Try again
      </Button>
    )}
  </Alert>
)

/** Tells a member which permission is missing. */
export const PermissionBanner = ({ scope }: { scope: string }) => (
  <Alert color="amber" variant="light" className={css.error} title="Contact your account's owner to request access.">
    Required permission: {scope}
  </Alert>
)

/** Copies a text; the mark stays for two seconds. */
export const CopyButton = ({ text, label = 'Copy' }: { text: string; label?: string }) => {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true))
  return (
    <Tooltip label={isCopied ? 'Copied' : label}>
      <ActionIcon aria-label={isCopied ? 'Copied' : label} onClick={copy}>
        {isCopied ? <IconCheck size={16} color="var(--c-goal)" /> : <IconCopy size={16} />}
      </ActionIcon>
    </Tooltip>
  )
}

/** Where saving stands: `Saving…`, `All changes saved`, `Saved 2m ago`. */
export const SavingMark = ({ pending, savedAt }: { pending: number; savedAt?: Date }) => {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((value) => value + 1), 30_000)
    return () => clearInterval(timer)
  }, [])
  const words = pending ? 'Saving…' : savedAt ? `Saved ${ago(savedAt)}` : 'All changes saved'
  return (
    <span className={css.saving} aria-live="polite">
      {words}
    </span>
  )
}

/** Keys of a shortcut: `<Keys of="mod K" />` shows ⌘K or Ctrl K. */
export const Keys = ({ of }: { of: string }) => {
  const isMac = navigator.platform.startsWith('Mac')
  return (
    <span className={css.keys}>
      {of.split(' ').map((key) => (
        <Kbd key={key}>{key === 'mod' ? (isMac ? '⌘' : 'Ctrl') : key}</Kbd>
      ))}
    </span>
  )
}
