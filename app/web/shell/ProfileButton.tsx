import type { ComponentProps } from 'react'
import { initialsOf } from './initials.ts'
import css from './Shell.module.css'

/** The button of who is signed in, with their initials on it. */
export const ProfileButton = ({ name, className = '', ...rest }: ComponentProps<'button'> & { name: string }) => (
  <button
    type="button"
    {...rest}
    className={`${css.me} ${className}`}
    aria-label={`${initialsOf(name)}, ${name}, profile menu`}
  >
    {initialsOf(name)}
  </button>
)
