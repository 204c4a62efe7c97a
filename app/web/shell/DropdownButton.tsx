import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import css from './Shell.module.css'

type Props = ComponentProps<'button'> & { label: string; isActive: boolean }

/** The button of an entry with more below it. */
export const DropdownButton = ({ label, isActive, className = '', ...rest }: Props) => (
  <button type="button" {...rest} className={`${css.link} ${className}`} {...(isActive && { 'data-active': true })}>
    {label}
    <IconChevronDown size={13} stroke={2} aria-hidden />
  </button>
)
