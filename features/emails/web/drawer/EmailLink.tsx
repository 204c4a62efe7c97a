import { addressShape, Link, type LinkProps, param, useAddress } from '@millrace/kit/web'

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

const isPlain = (event: React.MouseEvent) =>
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
