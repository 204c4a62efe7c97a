import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import css from './PasswordField.module.css'

type Props = Omit<PasswordInputProps, 'type'> & {
  /** A new password shows how strong it is. */
  isNew?: boolean
}

const WORDS = ['Too short', 'Fair', 'Good', 'Strong'] as const

/** How hard a password is to guess, roughly: its length counts most, the kinds of signs a little. */
const strengthOf = (password: string): 0 | 1 | 2 | 3 => {
  if (password.length < 8) return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w]|_/].filter((kind) => kind.test(password)).length
  const distinct = new Set(password).size
  const score = password.length + kinds * 2 + (distinct < 5 ? -10 : 0)
  if (score >= 20) return 3
  return score >= 14 ? 2 : 1
}

const Strength = ({ password }: { password: string }) => {
  const strength = strengthOf(password)
  return (
    <div className={css.strength} data-strength={strength} aria-live="polite">
      <span className={css.bars} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {password ? WORDS[strength] : 'At least 8 characters'}
    </div>
  )
}

const Eye = ({ reveal }: { reveal: boolean }) =>
  reveal ? <IconEyeOff size={17} stroke={1.6} /> : <IconEye size={17} stroke={1.6} />

/** A password with an eye that shows it. */
export const PasswordField = ({ isNew, ...props }: Props) => (
  <div>
    <PasswordInput
      autoComplete={isNew ? 'new-password' : 'current-password'}
      visibilityToggleIcon={Eye}
      visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
      {...props}
    />
    {isNew && <Strength password={String(props.value ?? '')} />}
  </div>
)
