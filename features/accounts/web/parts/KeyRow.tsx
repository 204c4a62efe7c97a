import { ActionIcon, Tooltip } from '@mantine/core'
import { CopyButton } from '@millrace/kit/web'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import css from './KeyRow.module.css'

type Props = { label: string; value: string; isSecret?: boolean; children?: ReactNode }

const masked = (value: string) => `${value.slice(0, 4)}${'•'.repeat(20)}${value.slice(-4)}`

/** A key with ways to show and copy it; a secret one is covered at first. */
export const KeyRow = ({ label, value, isSecret = false, children }: Props) => {
  const [isShown, setShown] = useState(!isSecret)
  const Icon = isShown ? IconEyeOff : IconEye
  const verb = `${isShown ? 'Hide' : 'Show'} ${label}`
  return (
    <div className={css.row}>
      <code className={css.key}>{isShown ? value : masked(value)}</code>
      {isSecret && (
        <Tooltip label={isShown ? 'Hide' : 'Show'}>
          <ActionIcon aria-label={verb} size={28} onClick={() => setShown(!isShown)}>
            <Icon size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <CopyButton text={value} label={`Copy ${label}`} />
      {children}
    </div>
  )
}
