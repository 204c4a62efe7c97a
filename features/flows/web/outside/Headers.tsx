import { ActionIcon, Button, Input, TextInput, Tooltip } from '@mantine/core'
import { useMutate } from '@millrace/kit/web'
import { IconLock, IconLockOpen, IconPlus, IconX } from '@tabler/icons-react'
import { flowsContract as calls } from '../../contract/index.ts'
import css from './outside.module.css'

/** A header as the drawer edits it. */
export type HeaderDraft = { name: string; value?: string; secret?: string; for?: string }

type Props = {
  url: string
  headers: HeaderDraft[]
  onChange(headers: HeaderDraft[]): void
  error?: string
}

const Line = ({
  url,
  header,
  onChange,
  onRemove,
}: {
  url: string
  header: HeaderDraft
  onChange(next: HeaderDraft): void
  onRemove(): void
}) => {
  const { name, value = '', secret } = header
  const seal = useMutate(calls.sealStepSecret, {
    onDone: (sealed) => onChange({ name, secret: sealed.secret, for: sealed.for }),
  })
  return (
    <div className={css.line}>
      <TextInput
        aria-label="Name of the header"
        placeholder="Authorization"
        value={name}
        onChange={(event) => onChange({ ...header, name: event.currentTarget.value })}
      />
      <TextInput
        aria-label={`Value of ${name || 'the header'}`}
        placeholder={secret ? '•••••••• kept' : 'Value'}
        value={value}
        disabled={secret !== undefined}
        onChange={(event) => onChange({ ...header, value: event.currentTarget.value })}
      />
      <Tooltip label={secret ? 'Type it anew' : 'Lock: encrypt it, and never show it again'}>
        <ActionIcon
          size={36}
          aria-label={secret ? `Type ${name} anew` : `Lock ${name || 'this value'}`}
          loading={seal.isPending}
          disabled={!secret && !value}
          onClick={() => (secret ? onChange({ name, value: '' }) : seal.mutate({ body: { url, value } }))}
        >
          {secret ? <IconLock size={15} /> : <IconLockOpen size={15} />}
        </ActionIcon>
      </Tooltip>
      <ActionIcon size={36} aria-label={`Remove ${name || 'this header'}`} onClick={onRemove}>
        <IconX size={15} />
      </ActionIcon>
    </div>
  )
}

/** Headers of a call. Secret values are locked: sealed by the server before the step is saved. */
export const Headers = ({ url, headers, onChange, error }: Props) => (
  <Input.Wrapper
    label="Headers"
    labelElement="div"
    description="Lock what is secret: it is encrypted, sent to this host alone and never shown again."
    error={error}
  >
    <div style={{ display: 'grid', gap: 6, marginTop: 6 }}>
      {headers.map((header, index) => (
        <Line
          key={index}
          url={url}
          header={header}
          onChange={(next) => onChange(headers.map((old, at) => (at === index ? next : old)))}
          onRemove={() => onChange(headers.filter((_old, at) => at !== index))}
        />
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        style={{ justifySelf: 'start' }}
        onClick={() => onChange([...headers, { name: '', value: '' }])}
      >
        Header
      </Button>
    </div>
  </Input.Wrapper>
)
