import type { CSSProperties } from 'react'

// A sheet of styles of its own would be one file more for every screen that chooses an email.
const SHEET: CSSProperties = {
  flex: 'none',
  overflow: 'hidden',
  width: 30,
  height: 39,
  border: '1px solid var(--line-strong)',
  borderRadius: 4,
  background: 'var(--bg-app)',
}
const PICTURE: CSSProperties = {
  display: 'block',
  width: '100%',
  height: '100%',
  objectFit: 'cover',
  objectPosition: 'top',
}

/** The small picture of an email, or an empty sheet while there is none; it says nothing that does not stand beside it. */
export const EmailPicture = ({ src }: { src: string | null | undefined }) => (
  <span style={SHEET} aria-hidden>
    {src && <img src={src} alt="" loading="lazy" decoding="async" style={PICTURE} />}
  </span>
)
