import { NumberInput, Switch } from '@mantine/core'
import { Card } from '@millrace/access/web'
import { FormRow } from '@millrace/kit/web'
import { numberOf, type RulesPart } from './part.ts'
import c from './rules.module.css'

/** So many people, drawn once, get no marketing mail. */
export const ControlGroup = ({ rules: { control }, change, isReadOnly }: RulesPart) => (
  <Card title="Control group">
    <FormRow
      label="Leave some people out"
      help="They are drawn once and get no marketing mail, so that you can see what your mail does."
    >
      {(id) => (
        <Switch
          id={id}
          checked={!!control}
          disabled={isReadOnly}
          onChange={(event) => change({ control: event.currentTarget.checked ? { percent: 5 } : null })}
        />
      )}
    </FormRow>
    {control && (
      <FormRow label="Share of people">
        {(id) => (
          <NumberInput
            id={id}
            className={c.number}
            min={0.1}
            max={50}
            decimalScale={1}
            suffix=" %"
            disabled={isReadOnly}
            value={control.percent}
            onChange={(value) => change({ control: { percent: numberOf(value) } })}
          />
        )}
      </FormRow>
    )}
  </Card>
)
