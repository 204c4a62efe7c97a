import { ActionIcon, Input, Tooltip, UnstyledButton } from '@mantine/core'
import { IconColumns2, IconSelector, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import type { DesignValues } from '../../contract/design.ts'
import { type ShowWhen, showWhenOf } from '../../contract/showWhen.ts'
import c from './inspector.module.css'

const ShowWhenDialog = lazy(() => import('./ShowWhenDialog.tsx'))

const wordsOf = (held: ShowWhen) => held.label || held.before || 'A condition'

type Props = { values: DesignValues; set: (values: DesignValues) => void; what: string }

/** To whom a row or a block is shown: everybody, or those who meet conditions. */
export const ShowWhenField = ({ values, set, what }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const label = useId()
  const held = showWhenOf(values)
  return (
    <div>
      <Input.Label id={label} mb={6}>
        Show when
      </Input.Label>
      <div className={c.when}>
        <UnstyledButton
          className={c.whenButton}
          aria-describedby={label}
          data-empty={held ? undefined : true}
          onClick={() => setOpen(true)}
        >
          <IconColumns2 size={15} aria-hidden />
          <span>{held ? wordsOf(held) : 'Always'}</span>
          <IconSelector size={14} aria-hidden />
        </UnstyledButton>
        {held && (
          <Tooltip label="Show always">
            <ActionIcon size={30} aria-label="Show always" onClick={() => set({ displayCondition: null })}>
              <IconX size={14} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <ShowWhenDialog
            held={held}
            what={what}
            onClose={() => setOpen(false)}
            onDone={(displayCondition) => {
              set({ displayCondition })
              setOpen(false)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
