import { Button, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { plural } from '../format.ts'
import css from './ManyPicker.module.css'
import { OptionList, type TokenOption } from './Token.tsx'

type Props = {
  ids: readonly number[]
  onChange: (ids: number[]) => void
  /** What choosing none means. */
  none: string
  /** All that can be chosen; those of a group are left out of "Choose all". */
  options: readonly TokenOption[]
  /** What one is called: "flow". */
  noun: string
  /** Names the list: "Flows". */
  label: string
  icon: ReactNode
}

const wordsOf = ({ ids, options, none, noun }: Props): string => {
  if (!ids.length) return none
  const [first] = ids
  return ids.length === 1
    ? (options.find(({ value }) => value === String(first))?.label ?? `1 ${noun}`)
    : plural(ids.length, noun)
}

/** Chooses several by name: search, arrow keys, all at once. */
export const ManyPicker = (props: Props) => {
  const { ids, onChange, none, options, noun, label, icon } = props
  const toggle = (value: string) => {
    const id = Number(value)
    onChange(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
  }
  const current = options.filter(({ group }) => !group)
  return (
    <Popover position="bottom-end" width={300} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          variant="default"
          maw={260}
          leftSection={icon}
          rightSection={<IconChevronDown size={14} stroke={1.8} aria-hidden />}
        >
          {wordsOf(props)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <div className={css.whole}>
          <button type="button" onClick={() => onChange([])} disabled={!ids.length}>
            {none}
          </button>
          <button
            type="button"
            onClick={() => onChange(current.map(({ value }) => Number(value)))}
            disabled={!current.length}
          >
            Choose all
          </button>
        </div>
        <OptionList
          options={options}
          value={ids.map(String)}
          onChoose={toggle}
          search
          label={label}
          none={`No ${noun} is called that`}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
