import { count } from '@millrace/kit/web'
import { IconChevronRight } from '@tabler/icons-react'
import c from './reasons.module.css'

type Props = { reasons: readonly { key: string; words: string; count: number; onOpen?: () => void }[] }

/** Why people get nothing, with how many; a press shows them where they can be told one by one. */
export const Reasons = ({ reasons }: Props) => (
  <ul className={c.reasons}>
    {reasons.map(({ key, words, count: many, onOpen }) => (
      <li key={key}>
        {onOpen ? (
          <button type="button" onClick={onOpen}>
            <b>{count(many)}</b>
            <span>{words}</span>
            <IconChevronRight size={14} stroke={1.7} aria-hidden />
          </button>
        ) : (
          <p>
            <b>{count(many)}</b>
            <span>{words}</span>
          </p>
        )}
      </li>
    ))}
  </ul>
)
