import { ActionIcon, Button, NativeSelect, NumberInput } from '@mantine/core'
import { Card } from '@millrace/access/web'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { FrequencyCap } from '../../contract/rules.ts'
import { numberOf, type RulesPart } from './part.ts'
import c from './rules.module.css'

const PER = [
  { value: 'account', label: 'of all kinds together' },
  { value: 'category', label: 'of each category' },
]

/** At most so many mails to one person in so many days. */
export const Caps = ({ rules: { caps }, change, isReadOnly }: RulesPart) => {
  const set = (index: number, part: Partial<FrequencyCap>) =>
    change({ caps: caps.map((cap, at) => (at === index ? { ...cap, ...part } : cap)) })
  return (
    <Card title="Frequency caps">
      <p className={c.quiet}>What is over a cap waits until the person may get another email.</p>
      {caps.map((cap, index) => (
        <div key={index} className={c.line}>
          At most
          <NumberInput
            className={c.number}
            aria-label={`Emails of cap ${index + 1}`}
            min={1}
            max={1000}
            disabled={isReadOnly}
            value={cap.mails}
            onChange={(value) => set(index, { mails: numberOf(value) })}
          />
          emails in
          <NumberInput
            className={c.number}
            aria-label={`Days of cap ${index + 1}`}
            min={1}
            max={90}
            disabled={isReadOnly}
            value={cap.days}
            onChange={(value) => set(index, { days: numberOf(value) })}
          />
          days,
          <NativeSelect
            className={c.which}
            aria-label={`What cap ${index + 1} counts`}
            data={PER}
            disabled={isReadOnly}
            value={cap.per}
            onChange={(event) => set(index, { per: event.currentTarget.value as FrequencyCap['per'] })}
          />
          {!isReadOnly && (
            <ActionIcon
              className={c.end}
              variant="subtle"
              color="gray"
              aria-label={`Remove cap ${index + 1}`}
              onClick={() => change({ caps: caps.filter((_cap, at) => at !== index) })}
            >
              <IconTrash size={16} stroke={1.7} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      {!isReadOnly && caps.length < 5 && (
        <Button
          variant="default"
          size="xs"
          mt={8}
          mb={14}
          leftSection={<IconPlus size={14} stroke={1.8} aria-hidden />}
          onClick={() => change({ caps: [...caps, { mails: 3, days: 7, per: 'account' }] })}
        >
          Add a cap
        </Button>
      )}
    </Card>
  )
}
