import { Button } from '@mantine/core'
import { IconCheck, IconChevronDown, IconMinus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ago, exactly } from '../format.ts'
import css from './Why.module.css'

type ButtonProps = {
  /** What is asked about: "Trial users". */
  about: string
  isOpen: boolean
  /** The id of the panel that the answer stands in. */
  panel: string
  onToggle: () => void
}

/** Opens and closes the answer to why something is so. */
export const WhyButton = ({ about, isOpen, panel, onToggle }: ButtonProps) => (
  <Button
    variant="subtle"
    color="gray"
    size="compact-sm"
    aria-label={`Why ${about}`}
    aria-expanded={isOpen}
    aria-controls={panel}
    rightSection={<IconChevronDown size={13} aria-hidden style={{ rotate: isOpen ? '180deg' : undefined }} />}
    onClick={onToggle}
  >
    Why
  </Button>
)

const SIGNS = {
  true: { says: 'Met', Icon: IconCheck },
  false: { says: 'Not met', Icon: IconX },
  open: { says: 'Open', Icon: IconMinus },
}

/** One thing that had to be so: a line of a list, with a sign whether it is; null where that is open. */
export const WhyLine = ({ isMet, children }: { isMet: boolean | null; children: ReactNode }) => {
  const met = isMet === null ? 'open' : isMet ? 'true' : 'false'
  const { says, Icon } = SIGNS[met]
  return (
    <li className={css.line}>
      <span className={css.sign} data-met={met} role="img" aria-label={says}>
        <Icon size={12} stroke={2.6} />
      </span>
      <div className={css.words}>{children}</div>
    </li>
  )
}

/** What is known of it, and since when. */
export const WhyFact = ({ fact, at }: { fact?: string | null | undefined; at?: string | null | undefined }) =>
  fact || at ? (
    <span className={css.fact}>
      {fact}
      {at && (
        <>
          {fact && ', '}
          <time dateTime={at} title={exactly(at)}>
            {ago(at)}
          </time>
        </>
      )}
    </span>
  ) : null
