import { IconX } from '@tabler/icons-react'
import css from './inApp.module.css'

type Props = { title: string; body: string; link: string; button: string }

/** A message about as it looks on a page; Liquid stands as it is written. */
export const MessagePreview = ({ title, body, link, button }: Props) => (
  <figure className={css.page} aria-label="How it looks">
    <div className={css.card}>
      <IconX size={14} aria-hidden className={css.close} />
      <strong>{title || 'Title'}</strong>
      <p>{body || 'What you want to say.'}</p>
      {link && <span className={css.button}>{button || 'Open'}</span>}
    </div>
  </figure>
)
