import { Button, Popover, TextInput } from '@mantine/core'
import { CheckBox } from '@millrace/kit/web'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import type { PersonField } from '../../contract/index.ts'
import css from './list.module.css'

type Props = {
  fields: readonly PersonField[]
  shown: readonly string[]
  onShow: (names: string[]) => void
  onReset: () => void
}

/** Chooses which fields are columns; the name always is. */
export default function ColumnChoice({ fields, shown, onShow, onReset }: Props) {
  const [text, setText] = useState('')
  const found = fields.filter(({ title, name }) => `${title} ${name}`.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <Popover position="bottom-end" width={260} trapFocus returnFocus>
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
          {found.map(({ name, title }) => {
            const isOn = shown.includes(name)
            const isLast = name === 'name' && isOn
            return (
              // biome-ignore lint/a11y/noLabelWithoutControl: the box inside is the control
              <label key={name}>
                <CheckBox
                  label={title}
                  isOn={isOn}
                  onChange={() => !isLast && onShow(isOn ? shown.filter((one) => one !== name) : [...shown, name])}
                />
                {title}
              </label>
            )
          })}
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
