import c from './emailPicture.module.css'

/** The small picture of an email, or an empty sheet while there is none; it says nothing that does not stand beside it. */
export const EmailPicture = ({ src, isLarge }: { src: string | null | undefined; isLarge?: boolean }) => (
  <span className={c.sheet} data-large={isLarge || undefined} aria-hidden>
    {src && <img src={src} alt="" loading="lazy" decoding="async" />}
  </span>
)
