import { NumberInput, Switch } from '@mantine/core'
import { Card } from '@millrace/access/web'
import { FormRow } from '@millrace/kit/web'
import { numberOf, type RulesPart } from './part.ts'
import c from './rules.module.css'

const Rate = ({
  id,
  value,
  set,
  isReadOnly,
}: {
  id: string
  value: number | null
  set(rate: number | null): void
  isReadOnly: boolean
}) => (
  <NumberInput
    id={id}
    className={c.number}
    min={0.01}
    max={10_000}
    placeholder="no limit"
    disabled={isReadOnly}
    value={value ?? ''}
    onChange={(next) => set(next === '' ? null : numberOf(next))}
  />
)

/** How fast mail leaves. */
export const Speed = ({ rules: { throttle, warmUp }, change, isReadOnly }: RulesPart) => (
  <Card title="Speed">
    <FormRow label="Emails a second" help="Of the whole account. Empty: as fast as it goes.">
      {(id) => (
        <Rate
          id={id}
          value={throttle.perSecond}
          isReadOnly={isReadOnly}
          set={(perSecond) => change({ throttle: { ...throttle, perSecond } })}
        />
      )}
    </FormRow>
    <FormRow label="Emails a second to one domain" help="For receivers that take it amiss when much comes at once.">
      {(id) => (
        <Rate
          id={id}
          value={throttle.perDomain}
          isReadOnly={isReadOnly}
          set={(perDomain) => change({ throttle: { ...throttle, perDomain } })}
        />
      )}
    </FormRow>
    <FormRow
      label="Warm up new domains"
      help="50 emails on the day on which a domain was verified, twice as many on each day after it, for four weeks."
    >
      {(id) => (
        <Switch
          id={id}
          checked={warmUp}
          disabled={isReadOnly}
          onChange={(event) => change({ warmUp: event.currentTarget.checked })}
        />
      )}
    </FormRow>
  </Card>
)
