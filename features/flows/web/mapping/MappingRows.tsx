import { ActionIcon, Button, Input } from '@mantine/core'
import { IconPlus, IconRefresh, IconX } from '@tabler/icons-react'
import { FieldOrNew } from './FieldOrNew.tsx'
import css from './mapping.module.css'
import { PathPicker } from './PathPicker.tsx'
import type { Sample } from './useSample.ts'

type Line = { from: string; field: string }

type Props = {
  label: string
  description?: string
  sample: Sample
  lines: readonly Line[]
  onChange(lines: Line[]): void
  error?: string
  /** What an empty part means. */
  whole?: string
}

/** Which parts of what arrived are kept in which fields of the person. */
export const MappingRows = ({ label, description, sample, lines, onChange, error, whole = 'All of it' }: Props) => (
  <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
    <div className={css.lines}>
      {lines.map((line, index) => {
        const set = (changes: Partial<Line>) =>
          onChange(lines.map((old, at) => (at === index ? { ...old, ...changes } : old)))
        return (
          <fieldset key={index} className={css.line} aria-label={`Field ${index + 1}`}>
            <PathPicker
              label="Part"
              placeholder={whole}
              sample={sample}
              value={line.from}
              onChange={(from = '') => set({ from })}
            />
            <FieldOrNew label="Into the field" value={line.field} onChange={(field) => set({ field })} />
            <ActionIcon
              size={36}
              aria-label={`Remove field ${index + 1}`}
              onClick={() => onChange(lines.filter((_old, at) => at !== index))}
            >
              <IconX size={15} />
            </ActionIcon>
          </fieldset>
        )
      })}
      <div className={css.more}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...lines, { from: '', field: '' }])}
        >
          Field
        </Button>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconRefresh size={14} />}
          loading={sample.isLoading}
          onClick={sample.refresh}
        >
          Refresh the sample
        </Button>
      </div>
    </div>
  </Input.Wrapper>
)
