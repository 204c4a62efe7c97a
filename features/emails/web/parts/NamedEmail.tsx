import { addressShape, Link, type LinkProps, param, useAddress } from '@millrace/kit/web'
import type { CSSProperties, MouseEvent } from 'react'

/** What any page's address says of an email that is open over it. */
export const OverAddress = addressShape({
  /** The email. */
  email: param.number(),
  mode: param.oneOf(['edit', 'preview']),
  /** Keeps it open when somebody presses beside it, or Escape. */
  'keep-editor-open': param.oneOf(['true']),
})

type Props = Omit<LinkProps, 'to'> & {
  emailId: number
  /** Shows it without its editor. */
  isPreview?: boolean
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey

/** A link to an email that opens it over the page where one is; in another tab it is the email's own page. */
export const EmailLink = ({ emailId, isPreview, onClick, ...rest }: Props) => {
  const [, setAddress] = useAddress(OverAddress)
  return (
    <Link
      {...rest}
      to={`/emails/${emailId}`}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlain(event)) return
        event.preventDefault()
        setAddress({ email: emailId, ...(isPreview && { mode: 'preview' as const }) }, { push: true })
      }}
    />
  )
}

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
