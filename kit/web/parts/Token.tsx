import { Popover } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import c from './Token.module.css'

/** One thing to choose. */
export type TokenOption = {
  value: string
  label: string
  /** Small words at the right. */
  note?: string | undefined
  icon?: ReactNode
  /** Options of the same group stand together under its name. */
  group?: string | undefined
}

type TokenProps = {
  /** What it says; empty shows `placeholder` with a dashed border. */
  children?: ReactNode
  placeholder?: string
  /** What is chosen here, for those who cannot see the sentence around it. */
  label: string
  /** A joining word rather than a value: lighter. */
  ghost?: boolean
  invalid?: boolean
  disabled?: boolean
  /** Panel shown while it is open. */
  panel: (close: () => void) => ReactNode
  width?: number
}

/** A chip of a sentence that opens a panel when pressed. */
export const Token = ({ children, placeholder, label, ghost, invalid, disabled, panel, width = 240 }: TokenProps) => {
  const [isOpen, setOpen] = useState(false)
  const isEmpty = children === undefined || children === null || children === ''
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width={width}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <button
          type="button"
          className={c.token}
          disabled={disabled}
          aria-label={isEmpty ? `${label}: ${placeholder ?? 'not chosen'}` : undefined}
          title={label}
          data-ghost={ghost || undefined}
          data-empty={isEmpty || undefined}
          data-invalid={invalid || undefined}
          onClick={() => setOpen((was) => !was)}
        >
          <span className={c.name}>{isEmpty ? placeholder : children}</span>
          <IconChevronDown size={12} stroke={2} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={c.drop} p={4}>
        {panel(() => setOpen(false))}
      </Popover.Dropdown>
    </Popover>
  )
}

/** A word between tokens. */
export const TokenWord = ({ children }: { children: ReactNode }) => <span className={c.word}>{children}</span>

type OptionsProps = {
  options: readonly TokenOption[]
  value?: string | readonly string[] | undefined
  onChoose: (value: string) => void
  /** With a search field; from 8 options on unless told. */
  search?: boolean
  /** Offers the typed text as a new value. */
  create?: (text: string) => string
  /** Told what is typed, for lists that the server searches. */
  onSearch?: (text: string) => void
  none?: string
  label?: string
}

const match = (options: readonly TokenOption[], text: string) => {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return options
  return options.filter(({ label, note, group }) =>
    `${label} ${note ?? ''} ${group ?? ''}`.toLowerCase().includes(wanted),
  )
}

/** So many options are drawn at first, and more as the end of them comes near. */
const STEP = 100
const NEAR_PX = 240

/** A list to choose from, with search and arrow keys; quick with thousands. */
export const OptionList = (props: OptionsProps) => {
  const { options, value, onChoose, create, onSearch, none = 'Nothing found', label = 'Options' } = props
  const hasSearch = props.search ?? (options.length >= 8 || create !== undefined || onSearch !== undefined)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [drawn, setDrawn] = useState(STEP)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const found = useMemo(() => (onSearch ? options : match(options, text)), [options, text, onSearch])
  const isNew =
    create && text.trim() && !found.some((option) => option.label.toLowerCase() === text.trim().toLowerCase())
  const shown = isNew ? [...found, { value: text.trim(), label: create(text.trim()) }] : found
  const chosen = (one: string) => (Array.isArray(value) ? value.includes(one) : value === one)
  const move = (to: number) => {
    const next = Math.max(0, Math.min(shown.length - 1, to))
    setAt(next)
    setDrawn((now) => Math.max(now, next + STEP))
    // The option may be drawn only now.
    requestAnimationFrame(() =>
      list.current?.querySelector(`[data-index="${next}"]`)?.scrollIntoView({ block: 'nearest' }),
    )
  }
  const onKey = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }
    const to = steps[event.key]
    if (to !== undefined) move(to)
    else if (event.key === 'Enter' && shown[at]) onChoose(shown[at].value)
    else return
    event.preventDefault()
  }
  const type = (next: string) => {
    setText(next)
    setAt(0)
    setDrawn(STEP)
    onSearch?.(next)
  }
  return (
    <div>
      {hasSearch && (
        <div className={c.search}>
          <input
            className="mantine-Input-input"
            style={searchStyle}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={onKey}
            placeholder="Search"
            aria-label="Search"
            aria-controls={id}
            aria-activedescendant={shown[at] ? `${id}-${at}` : undefined}
            role="combobox"
            aria-expanded
            data-autofocus
          />
        </div>
      )}
      <div
        className={c.options}
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        tabIndex={hasSearch ? -1 : 0}
        data-autofocus={hasSearch ? undefined : true}
        onKeyDown={onKey}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          if (drawn < shown.length && scrollTop + clientHeight > scrollHeight - NEAR_PX) setDrawn(drawn + STEP)
        }}
        aria-activedescendant={!hasSearch && shown[at] ? `${id}-${at}` : undefined}
      >
        {shown.slice(0, drawn).map((option, index) => (
          <div key={option.value} role="presentation">
            {option.group && option.group !== shown[index - 1]?.group && <div className={c.group}>{option.group}</div>}
            <div
              className={c.option}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={chosen(option.value)}
              data-index={index}
              data-at={index === at || undefined}
              onMouseEnter={() => setAt(index)}
              onClick={() => onChoose(option.value)}
              onKeyDown={() => undefined}
            >
              {option.icon}
              <span>{option.label}</span>
              {option.note && <small>{option.note}</small>}
              {chosen(option.value) && <IconCheck size={14} stroke={2} aria-hidden />}
            </div>
          </div>
        ))}
        {shown.length === 0 && <div className={c.none}>{none}</div>}
      </div>
    </div>
  )
}

const searchStyle = {
  width: '100%',
  height: 30,
  padding: '0 9px',
  border: '1px solid var(--line)',
  borderRadius: 6,
  background: 'var(--bg-surface)',
  color: 'var(--ink-1)',
  font: 'inherit',
}

type MenuProps = Omit<OptionsProps, 'onChoose' | 'value'> & {
  value: string | undefined
  onChange: (value: string) => void
  label: string
  placeholder?: string
  ghost?: boolean
  invalid?: boolean
  disabled?: boolean
  width?: number
}

/** A token that chooses one of several. */
export const TokenMenu = ({
  value,
  onChange,
  label,
  placeholder,
  ghost,
  invalid,
  disabled,
  width,
  ...list
}: MenuProps) => {
  const chosen = list.options.find((option) => option.value === value)
  return (
    <Token
      label={label}
      placeholder={placeholder ?? 'Choose'}
      ghost={ghost ?? false}
      invalid={invalid ?? false}
      disabled={disabled ?? false}
      width={width ?? 240}
      panel={(close) => (
        <OptionList
          {...list}
          label={label}
          value={value}
          onChoose={(next) => {
            onChange(next)
            close()
          }}
        />
      )}
    >
      {chosen ? (
        <>
          {chosen.icon} {chosen.label}
        </>
      ) : (
        value
      )}
    </Token>
  )
}
