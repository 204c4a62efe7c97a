import { Button, Popover } from '@mantine/core'
import { CheckBox } from '@millrace/kit/web'
import { IconColumns3 } from '@tabler/icons-react'
import type { ObjectSchema } from '../../contract/index.ts'
import { OWN_COLUMNS } from './columns.tsx'
import css from './list.module.css'

type Props = { schema: ObjectSchema; shown: readonly string[]; onShow: (names: string[] | undefined) => void }

/** Chooses which fields are columns; what the object is called always is. */
export default function ColumnChoice({ schema, shown, onShow }: Props) {
  const all = [...schema.fields.map(({ name, title }) => ({ name, title })), ...OWN_COLUMNS]
  return (
    <Popover position="bottom-end" width={260} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={15} stroke={1.7} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={6}>
        <div className={css.choice}>
          {all
            .filter(({ name }) => name !== schema.primaryField)
            .map(({ name, title }) => {
              const isOn = shown.includes(name)
              return (
                // biome-ignore lint/a11y/noLabelWithoutControl: the box inside is the control
                <label key={name}>
                  <CheckBox
                    label={title}
                    isOn={isOn}
                    onChange={() => onShow(isOn ? shown.filter((one) => one !== name) : [...shown, name])}
                  />
                  {title}
                </label>
              )
            })}
        </div>
        <Button variant="subtle" size="compact-sm" mt={4} onClick={() => onShow(undefined)}>
          Reset to the first columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
