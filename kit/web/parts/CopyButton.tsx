import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { copyText } from '../copyText.ts'

const SHOWN = 2_000

type Props = { text: string; label?: string; withText?: boolean; size?: number }

/** Copies a text and says so for two seconds. */
export const CopyButton = ({ text, label = 'Copy', withText = false, size = 28 }: Props) => {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SHOWN)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => setCopied(await copyText(text))
  const icon = isCopied ? (
    <IconCheck size={15} stroke={2} aria-hidden />
  ) : (
    <IconCopy size={15} stroke={1.7} aria-hidden />
  )
  if (withText) {
    return (
      <Button variant="default" leftSection={icon} onClick={copy}>
        {isCopied ? 'Copied' : label}
      </Button>
    )
  }
  return (
    <Tooltip label={isCopied ? 'Copied' : label}>
      <ActionIcon size={size} aria-label={label} onClick={copy}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
