import { Modal, ScrollArea, TextInput } from '@mantine/core'
import { IconTile } from '@millrace/kit/web'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useContext, useMemo, useRef, useState } from 'react'
import type { StepType } from '../../contract/index.ts'
import { StepIcon } from '../canvas/stepIcon.tsx'
import { FlowKind } from '../kind/flowKind.ts'
import css from './newStep.module.css'
import { keepRecent, keyOf, offeredSteps, readRecent } from './offeredSteps.ts'

type Props = { isOpen: boolean; mayTrigger: boolean; onClose(): void; onChoose(type: StepType): void }

/** The popup that offers every step, by group, by search, and the ones used last. */
export const NewStep = ({ isOpen, mayTrigger, onClose, onChoose }: Props) => {
  const [query, setQuery] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const objectType = useContext(FlowKind)
  const entries = useMemo(
    () => offeredSteps({ query, mayTrigger, objectType, recent: readRecent() }),
    [query, mayTrigger, objectType],
  )
  const choose = (type: StepType) => {
    keepRecent(type)
    setQuery('')
    onChoose(type)
  }
  const close = () => {
    setQuery('')
    onClose()
  }
  const walk = (event: KeyboardEvent) => {
    const items = [...(list.current?.querySelectorAll('button') ?? [])]
    const index = items.indexOf(document.activeElement as HTMLButtonElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      items[Math.min(items.length - 1, Math.max(0, index + step))]?.focus()
    }
    if (event.key === 'Enter' && index < 0 && query) {
      event.preventDefault()
      const first = entries[0]?.types[0]
      if (first) choose(first)
    }
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={mayTrigger ? 'Add a step' : 'Add the next step'}
      size={620}
      onKeyDown={walk}
    >
      <TextInput
        data-autofocus
        placeholder="Search steps"
        aria-label="Search steps"
        leftSection={<IconSearch size={15} />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        mb={12}
      />
      <ScrollArea.Autosize mah="56vh" ref={list}>
        {entries.map(({ heading, types }) => (
          <section key={heading} className={css.group} aria-label={heading}>
            <h3>{heading}</h3>
            <div className={css.types}>
              {types.map((type) => (
                <button type="button" key={keyOf(type)} className={css.type} onClick={() => choose(type)}>
                  <IconTile meaning={type.kind} size={32}>
                    <StepIcon name={type.icon} />
                  </IconTile>
                  <span className={css.words}>
                    <b>{type.label}</b>
                    <span>{type.description}</span>
                  </span>
                </button>
              ))}
            </div>
          </section>
        ))}
        {!entries.length && <p className={css.none}>No step is called “{query}”.</p>}
      </ScrollArea.Autosize>
    </Modal>
  )
}
