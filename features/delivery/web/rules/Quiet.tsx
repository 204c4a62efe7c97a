import { Chip, Group, NativeSelect, Switch, TextInput } from '@mantine/core'
import { Card } from '@millrace/access/web'
import { FormRow } from '@millrace/kit/web'
import type { QuietHours } from '../../contract/rules.ts'
import type { RulesPart } from './part.ts'
import c from './rules.module.css'

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const NIGHT: QuietHours = { from: '21:00', to: '08:00', weekdays: [1, 2, 3, 4, 5, 6, 7], timezone: 'person' }
const WHERE = [
  { value: 'person', label: 'where the person is' },
  { value: 'account', label: "in the account's time zone" },
]

const Hours = ({
  quiet,
  set,
  isReadOnly,
}: {
  quiet: QuietHours
  set(part: Partial<QuietHours>): void
  isReadOnly: boolean
}) => (
  <>
    <div className={c.line}>
      From
      <TextInput
        className={c.time}
        type="time"
        aria-label="Quiet from"
        disabled={isReadOnly}
        value={quiet.from}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      to
      <TextInput
        className={c.time}
        type="time"
        aria-label="Quiet to"
        disabled={isReadOnly}
        value={quiet.to}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
      <NativeSelect
        className={c.which}
        aria-label="Whose time"
        data={WHERE}
        disabled={isReadOnly}
        value={quiet.timezone}
        onChange={(event) => set({ timezone: event.currentTarget.value as QuietHours['timezone'] })}
      />
    </div>
    <Chip.Group
      multiple
      value={quiet.weekdays.map(String)}
      onChange={(days) => set({ weekdays: days.map(Number).sort((a, b) => a - b) })}
    >
      <Group gap={6} className={c.line} role="group" aria-label="Days on which it is quiet">
        {DAYS.map((day, index) => (
          <Chip key={day} size="xs" value={String(index + 1)} disabled={isReadOnly}>
            {day}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  </>
)

/** Hours in which nobody is written to. */
export const Quiet = ({ rules: { quiet }, change, isReadOnly }: RulesPart) => (
  <Card title="Quiet hours">
    <FormRow label="Keep hours quiet" help="Mail that would leave in these hours leaves when they are over.">
      {(id) => (
        <Switch
          id={id}
          checked={!!quiet}
          disabled={isReadOnly}
          onChange={(event) => change({ quiet: event.currentTarget.checked ? NIGHT : null })}
        />
      )}
    </FormRow>
    {quiet && <Hours quiet={quiet} isReadOnly={isReadOnly} set={(part) => change({ quiet: { ...quiet, ...part } })} />}
  </Card>
)
