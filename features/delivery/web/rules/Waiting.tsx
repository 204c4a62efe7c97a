import { NumberInput } from '@mantine/core'
import { Card } from '@millrace/access/web'
import { FormRow } from '@millrace/kit/web'
import { numberOf, type RulesPart } from './part.ts'
import c from './rules.module.css'

/** For how long mail is held, and kept in the ledger. */
export const Waiting = ({ rules: { holdDays, keepMonths }, change, isReadOnly }: RulesPart) => (
  <Card title="Held and kept">
    <FormRow label="Hold mail for" help="What is held for longer is skipped, and says why.">
      {(id) => (
        <NumberInput
          id={id}
          className={c.number}
          min={1}
          max={90}
          suffix={holdDays === 1 ? ' day' : ' days'}
          disabled={isReadOnly}
          value={holdDays}
          onChange={(value) => change({ holdDays: numberOf(value) })}
        />
      )}
    </FormRow>
    <FormRow label="Keep the list of mails for" help="In months. Empty: for ever. Figures stay in any case.">
      {(id) => (
        <NumberInput
          id={id}
          className={c.number}
          min={3}
          max={120}
          placeholder="for ever"
          disabled={isReadOnly}
          value={keepMonths ?? ''}
          onChange={(value) => change({ keepMonths: value === '' ? null : numberOf(value) })}
        />
      )}
    </FormRow>
  </Card>
)
