import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { OptionList, Token, TokenMenu, type TokenOption, useCall } from '@millrace/kit/web'
import { useState } from 'react'
import {
  type ConditionValue,
  type Operator,
  segmentsContract,
  takesList,
  takesNumber,
  type ValueKind,
  valueText,
} from '../../contract/index.ts'
import c from './Builder.module.css'
import { useSubjectKind } from './subjectKind.ts'

type Props = {
  /** What the value is of, as people call it. */
  label: string
  kind: ValueKind
  operator: Operator
  value: ConditionValue | null | undefined
  onChange: (value: ConditionValue) => void
  /** Values to offer; for a field, those that there are are asked for. */
  values?: readonly string[]
  field?: string | undefined
  isWrong?: boolean
  /** What the token says, where that is more than the value. */
  shown?: string
}

const TYPED = ['starts with', 'does not start with', 'ends with', 'does not end with', 'contains', 'does not contain']

const typed = (text: string, kind: ValueKind): string | number =>
  kind === 'number' && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text

const TextPanel = ({ label, value, kind, operator, onChange, close }: Props & { close: () => void }) => {
  const [text, setText] = useState(valueText(Array.isArray(value) ? value[0] : value))
  const isNumber = takesNumber(operator) || kind === 'number'
  const isFit = text.trim() !== '' && (!isNumber || Number.isFinite(Number(text)))
  return (
    <form
      className={c.panel}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isFit) return
        onChange(isNumber ? Number(text) : text)
        close()
      }}
    >
      <TextInput
        aria-label={label}
        inputMode={isNumber ? 'decimal' : 'text'}
        value={text}
        maxLength={5000}
        error={text.trim() !== '' && !isFit ? 'This is not a number.' : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <Button type="submit" size="xs" disabled={!isFit}>
        Apply
      </Button>
    </form>
  )
}

/** Values to choose from: those that were given, else those that there are. */
const useSuggestions = ({ field, values = [] }: Props, query: string): TokenOption[] => {
  const [asked] = useDebouncedValue(query, 250)
  const isAsked = field !== undefined && values.length === 0
  const subject = useSubjectKind()
  const objectName = subject === 'person' ? {} : { objectName: subject }
  const { data } = useCall(
    segmentsContract.suggestValues,
    { query: { field: field ?? '-', query: asked, ...objectName } },
    { enabled: isAsked, keepPrevious: true },
  )
  const wanted = query.trim().toLowerCase()
  const isWanted = (value: string) => value.toLowerCase().includes(wanted)
  if (!isAsked) return values.filter(isWanted).map((value) => ({ value, label: value }))
  // Until the answer to what is typed by now is there, the one before it is shown: Enter must not choose what was not meant.
  return (data?.values ?? [])
    .filter(({ value }) => isWanted(value))
    .map(({ value, count }) => ({ value, label: value, note: count.toLocaleString('en-US') }))
}

const ChoicePanel = (props: Props & { close: () => void }) => {
  const { label, kind, operator, value, onChange, close } = props
  const [query, setQuery] = useState('')
  const options = useSuggestions(props, query)
  const isMany = takesList(operator)
  const chosen = (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).map(String)
  const missing = chosen.filter((one) => !options.some((option) => option.value === one) && !query)
  const choose = (next: string) => {
    if (!isMany) {
      onChange(typed(next, kind))
      close()
      return
    }
    const list = chosen.includes(next) ? chosen.filter((one) => one !== next) : [...chosen, next]
    onChange(list.map((one) => typed(one, kind)))
  }
  return (
    <OptionList
      label={label}
      options={[...(isMany ? missing.map((one) => ({ value: one, label: one })) : []), ...options]}
      value={isMany ? chosen : chosen[0]}
      onChoose={choose}
      onSearch={setQuery}
      create={(text) => `Use “${text}”`}
      none="Type a value"
    />
  )
}

const BOOLEANS: TokenOption[] = [
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
]

/** The value of a comparison: chosen among those that exist, or typed. */
export const ValueToken = (props: Props) => {
  const { label, kind, operator, value, onChange, isWrong, shown } = props
  if (kind === 'boolean' && !takesList(operator)) {
    return (
      <TokenMenu
        label={label}
        placeholder="value"
        options={BOOLEANS}
        value={value === null || value === undefined ? undefined : String(value)}
        onChange={(next) => onChange(next === 'true')}
        invalid={isWrong ?? false}
        width={140}
      />
    )
  }
  const isTyped = TYPED.includes(operator) || takesNumber(operator) || (kind === 'number' && !takesList(operator))
  return (
    <Token
      label={label}
      placeholder="value"
      invalid={isWrong ?? false}
      panel={(close) => (isTyped ? <TextPanel {...props} close={close} /> : <ChoicePanel {...props} close={close} />)}
    >
      {shown ?? valueText(value)}
    </Token>
  )
}
