import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core'
import { IconDownload, IconTable, type TablerIcon } from '@tabler/icons-react'
import { saveFile } from './chartCsv.ts'
import css from './charts.module.css'

type Look = { value: string; icon: TablerIcon; words: string }

/** The way of looking that every chart has. */
export const TABLE: Look = { value: 'table', icon: IconTable, words: 'Table' }

const ICON = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

type Props = {
  looks: readonly Look[]
  look: string
  onLook: (look: string) => void
  /** How a saved file is called, without its end. */
  fileName: string
  csv: () => string
}

/** In the head of a chart: how its numbers are looked at, and the numbers as a file. */
export const LookChoice = ({ looks, look, onLook, fileName, csv }: Props) => (
  <>
    <SegmentedControl
      size="xs"
      aria-label="Show as"
      data={looks.map(({ value, icon: Icon, words }) => ({
        value,
        label: (
          <Tooltip label={words} openDelay={400}>
            <span className={css.look}>
              <Icon {...ICON} />
              <span className="visually-hidden">{words}</span>
            </span>
          </Tooltip>
        ),
      }))}
      value={look}
      onChange={onLook}
    />
    <Tooltip label="Save the numbers as CSV">
      <ActionIcon
        variant="subtle"
        aria-label="Save the numbers as CSV"
        onClick={() => saveFile(`${fileName}.csv`, csv())}
      >
        <IconDownload {...ICON} />
      </ActionIcon>
    </Tooltip>
  </>
)
