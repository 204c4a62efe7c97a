import { Token, TokenMenu } from '@millrace/kit/web'
import {
  type ConditionValue,
  type FieldCondition,
  isBare,
  type Operator,
  operatorsFor,
  operatorText,
  type Period,
  takesDate,
  takesList,
  takesNumber,
  takesPeriod,
  type ValueKind,
  valueText,
} from '../../contract/index.ts'
import { isPeriod } from './isPeriod.ts'
import { TimePanel } from './LaterTimePanel.tsx'
import { ValueToken } from './ValueToken.tsx'

type Compared = Pick<FieldCondition, 'condition' | 'value'>

type Props = {
  label: string
  kind: ValueKind
  compared: Compared
  onChange: (next: Compared) => void
  values?: readonly string[]
  field?: string
  isWrong?: boolean
}

/** `after` and `after period` are one word here; the value tells which. */
const sayTime = (operator: Operator): Operator => operator.replace(' period', '') as Operator

const groupOf = (operator: Operator) =>
  takesPeriod(operator) || takesDate(operator)
    ? 'time'
    : takesList(operator)
      ? 'list'
      : takesNumber(operator)
        ? 'number'
        : 'one'

const keepValue = (
  from: Operator,
  to: Operator,
  value: ConditionValue | null | undefined,
): ConditionValue | undefined => {
  if (isBare(to) || value === null || value === undefined) return undefined
  if (groupOf(from) === 'one' && groupOf(to) === 'list')
    return isPeriod(value) || Array.isArray(value) ? undefined : [value]
  if (groupOf(from) === 'list' && groupOf(to) === 'one') return Array.isArray(value) ? value[0] : undefined
  return groupOf(from) === groupOf(to) ? value : undefined
}

const dateText = (value: ConditionValue | null | undefined): string => {
  if (typeof value !== 'string' || !value) return valueText(value)
  const at = new Date(value)
  return Number.isNaN(at.getTime())
    ? value
    : at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
}

/** How a value is compared and with what: `is any of` `Website, Mobile app`. */
export const Comparison = ({ label, kind, compared, onChange, values, field, isWrong }: Props) => {
  const { condition, value } = compared
  const isTime = takesPeriod(condition) || takesDate(condition)
  const offered = [...new Set(operatorsFor(kind).map(sayTime))]
  const options = (offered.includes(sayTime(condition)) ? offered : [...offered, sayTime(condition)]).map((one) => ({
    value: one,
    label: operatorText(one),
  }))
  const choose = (next: string) => {
    const wanted = next as Operator
    const operator = takesDate(wanted) && isPeriod(value) ? (`${wanted} period` as Operator) : wanted
    onChange({ condition: operator, value: keepValue(condition, operator, value) })
  }
  const setTime = (next: Period | string) => {
    const word = sayTime(condition)
    onChange({ condition: (typeof next === 'string' ? word : `${word} period`) as Operator, value: next })
  }
  return (
    <>
      <TokenMenu
        ghost
        label={`How ${label} is compared`}
        options={options}
        value={sayTime(condition)}
        onChange={choose}
        search={false}
        width={200}
      />
      {isTime && (
        <Token
          label={`Time for ${label}`}
          placeholder="when"
          invalid={isWrong ?? false}
          width={268}
          panel={(close) => <TimePanel value={value as Period | string | undefined} onChange={setTime} close={close} />}
        >
          {dateText(value)}
        </Token>
      )}
      {!isTime && !isBare(condition) && (
        <ValueToken
          label={`Value of ${label}`}
          kind={kind}
          operator={condition}
          value={value}
          onChange={(next) => onChange({ condition, value: next })}
          values={values ?? []}
          field={field}
          isWrong={isWrong ?? false}
        />
      )}
    </>
  )
}
