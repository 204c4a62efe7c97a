import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import { IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import type { Choice } from './fieldDraft.ts'
import css from './fields.module.css'

type Props = { choices: readonly Choice[]; onChange: (choices: Choice[]) => void }

const EMPTY: Choice = { value: '', name: '' }

/** The choices of a field: what is kept of each, and what is shown instead; in the order in which they are offered. */
export const ChoicesInput = ({ choices, onChange }: Props) => {
  const rows = choices.length ? choices : [EMPTY]
  const list = useRef<HTMLFieldSetElement>(null)
  const put = (at: number, part: Partial<Choice>) =>
    onChange(rows.map((choice, index) => (index === at ? { ...choice, ...part } : choice)))
  const add = () => {
    onChange([...rows, EMPTY])
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('li:last-of-type input')?.focus())
  }
  const raise = (at: number) => {
    const next = [...rows]
    const [one] = next.splice(at, 1)
    if (one) next.splice(at - 1, 0, one)
    onChange(next)
  }
  const onKey = (event: KeyboardEvent, at: number) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (at === rows.length - 1 && rows[at]?.value.trim()) add()
  }
  return (
    <fieldset className={css.choices} ref={list}>
      <legend>Choices</legend>
      <ol>
        {rows.map((choice, at) => (
          <li key={at}>
            <TextInput
              aria-label={`Choice ${at + 1}`}
              placeholder="Value"
              value={choice.value}
              onChange={(event) => put(at, { value: event.currentTarget.value })}
              onKeyDown={(event) => onKey(event, at)}
            />
            <TextInput
              aria-label={`What choice ${at + 1} is shown as`}
              placeholder="Shown as"
              value={choice.name}
              onChange={(event) => put(at, { name: event.currentTarget.value })}
              onKeyDown={(event) => onKey(event, at)}
            />
            <ActionIcon aria-label={`Move choice ${at + 1} up`} disabled={at === 0} onClick={() => raise(at)}>
              <IconArrowUp size={14} stroke={1.8} />
            </ActionIcon>
            <ActionIcon
              aria-label={`Remove choice ${at + 1}`}
              onClick={() => onChange(rows.filter((_, index) => index !== at))}
            >
              <IconX size={14} stroke={1.8} />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={13} stroke={2} aria-hidden />}
        onClick={add}
        disabled={rows.length >= 500}
      >
        Add a choice
      </Button>
      <Text fz={12} c="dimmed">
        The value is what the API, files and conditions say.
      </Text>
    </fieldset>
  )
}
