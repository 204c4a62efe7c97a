import { Button, Popover } from '@mantine/core'
import { OptionList, plural, type TokenOption, useCall } from '@millrace/kit/web'
import { IconChevronDown, IconRoute } from '@tabler/icons-react'
import { useMemo } from 'react'
import { flowsContract as calls } from '../../contract/index.ts'
import css from './metrics.module.css'

type Props = {
  ids: readonly number[]
  onChange: (ids: number[]) => void
  /** What choosing none means. */
  none: string
}

const wordsOf = (ids: readonly number[], options: readonly TokenOption[], none: string): string => {
  if (!ids.length) return none
  const [first] = ids
  return ids.length === 1
    ? (options.find(({ value }) => value === String(first))?.label ?? '1 flow')
    : plural(ids.length, 'flow')
}

/** Chooses flows: search, arrow keys, several at once. */
export const FlowPicker = ({ ids, onChange, none }: Props) => {
  const { data } = useCall(calls.listFlowNames)
  const options = useMemo(
    () =>
      (data?.integrations ?? [])
        .toSorted((a, b) => Number(a.archived) - Number(b.archived) || a.name.localeCompare(b.name))
        .map(
          ({ id, name, archived }): TokenOption => ({
            value: String(id),
            label: name,
            group: archived ? 'Archived' : undefined,
          }),
        ),
    [data],
  )
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
          leftSection={<IconRoute size={15} stroke={1.7} aria-hidden />}
          rightSection={<IconChevronDown size={14} stroke={1.8} aria-hidden />}
        >
          {wordsOf(ids, options, none)}
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
          label="Flows"
          none="No flow is called that"
        />
      </Popover.Dropdown>
    </Popover>
  )
}
