import { Button, Popover, TextInput } from '@mantine/core'
import { CheckBox } from '@millrace/kit/web'
import { IconChevronDown, IconChevronUp, IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import type { PersonField } from '../../contract/index.ts'
import css from './list.module.css'

type Props = {
  fields: readonly PersonField[]
  /** The columns in their order. */
  shown: readonly PersonField[]
  onShow: (name: string, isOn: boolean) => void
  onMove: (name: string, to: number) => void
  onReset: () => void
}

const fits = ({ title, name }: PersonField, text: string) =>
  `${title} ${name}`.toLowerCase().includes(text.trim().toLowerCase())

type ShownProps = { field: PersonField; place: number; last: number } & Pick<Props, 'onShow' | 'onMove'>

const Shown = ({ field, place, last, onShow, onMove }: ShownProps) => (
  <div className={css.column}>
    {/* biome-ignore lint/a11y/noLabelWithoutControl: the box inside is the control */}
    <label>
      <CheckBox label={field.title} isOn onChange={() => field.name !== 'name' && onShow(field.name, false)} />
      {field.title}
    </label>
    <button
      type="button"
      aria-label={`Move ${field.title} up`}
      disabled={place === 0}
      onClick={() => onMove(field.name, place - 1)}
    >
      <IconChevronUp size={14} stroke={1.8} aria-hidden />
    </button>
    <button
      type="button"
      aria-label={`Move ${field.title} down`}
      disabled={place === last}
      onClick={() => onMove(field.name, place + 1)}
    >
      <IconChevronDown size={14} stroke={1.8} aria-hidden />
    </button>
  </div>
)

/** Chooses which fields are columns, and their order; the name always is one. */
export default function ColumnChoice({ fields, shown, onShow, onMove, onReset }: Props) {
  const [text, setText] = useState('')
  const on = new Set(shown.map(({ name }) => name))
  const others = fields.filter((field) => !on.has(field.name) && fits(field, text))
  return (
    <Popover position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={15} stroke={1.7} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={6}>
        <TextInput
          size="xs"
          mb={6}
          placeholder="Search fields"
          aria-label="Search fields"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className={css.columns}>
          {shown.map(
            (field, place) =>
              fits(field, text) && (
                <Shown key={field.name} last={shown.length - 1} {...{ field, place, onShow, onMove }} />
              ),
          )}
          {others.length > 0 && <div className={css.columnsRest}>Not shown</div>}
          {others.map(({ name, title }) => (
            <div key={name} className={css.column}>
              {/* biome-ignore lint/a11y/noLabelWithoutControl: the box inside is the control */}
              <label>
                <CheckBox label={title} isOn={false} onChange={() => onShow(name, true)} />
                {title}
              </label>
            </div>
          ))}
        </div>
        <div className={css.columnsFoot}>
          <Button variant="subtle" size="compact-sm" onClick={onReset}>
            Reset to the first columns
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
