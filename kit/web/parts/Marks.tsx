import { IconX } from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import css from './Marks.module.css'

/** The initials that stand for a name where there is little room; `?` where it has no letters. */
export const avatarInitials = (name: string): string =>
  name
    .split(/[\s@._-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join('') || '?'

type AvatarProps = { id: number; name: string; size?: number; isThing?: boolean }

/** A person's initials on a colour of their own; square for what is no person. */
export const PersonAvatar = ({ id, name, size = 24, isThing }: AvatarProps) => (
  <span
    className={css.avatar}
    data-hue={Math.abs(id) % 6}
    data-square={isThing || undefined}
    style={{ width: size, height: size, fontSize: Math.round(size * 0.39) }}
    aria-hidden="true"
  >
    {avatarInitials(name)}
  </span>
)

/** A tag on a person or a thing. */
export const TagPill = ({ name, color, onRemove }: { name: string; color?: string | null; onRemove?: () => void }) => (
  <span className={css.tag} title={name}>
    {color && <i style={{ background: color }} />}
    <span className={css.tagName}>{name}</span>
    {onRemove && (
      <button type="button" aria-label={`Remove tag ${name}`} onClick={onRemove}>
        <IconX size={12} stroke={2} aria-hidden />
      </button>
    )}
  </span>
)

/** A small square in a colour that somebody chose (tag, folder, segment). */
export const ColorDot = ({ color }: { color?: string | null }) => (
  <span className={css.dot} style={{ background: color || 'var(--ink-3)' }} aria-hidden="true" />
)

/** The colours of meaning: trigger amber, filter sky, action iris, wait grey, goal green, alarm red. */
export type Meaning = 'trigger' | 'filter' | 'action' | 'wait' | 'goal' | 'alarm'

/** An icon on the ground of its meaning's colour. */
export const IconTile = ({
  meaning,
  size = 30,
  children,
}: {
  meaning: Meaning
  size?: number
  children: ReactNode
}) => {
  const style = { '--tile': `${size}px`, background: `var(--c-${meaning}-bg)`, color: `var(--c-${meaning})` }
  return (
    <span className={css.tile} style={style as CSSProperties} aria-hidden="true">
      {children}
    </span>
  )
}

/** The place of a text that is still on its way. */
export const Skeleton = ({ width = '58%', height = 9 }: { width?: number | string; height?: number }) => (
  <span className={css.skeleton} style={{ width, height }} aria-hidden="true" />
)

/** The key that commands are made with: ⌘ on a Mac, Ctrl elsewhere. */
export const MOD = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** Keys of a shortcut: `<Keys of="mod K" />` shows ⌘K or Ctrl K. */
export const Keys = ({ of }: { of: string }) => (
  <span className={css.keys}>
    {of.split(' ').map((key) => (
      <kbd className={css.key} key={key}>
        {key === 'mod' ? MOD : key}
      </kbd>
    ))}
  </span>
)
