import { SegmentedControl } from '@mantine/core'
import { addressShape, param, useAddress } from '@millrace/kit/web'

/** What the list shows: emails, or snippets that they share. */
export const EMAIL_VIEWS = ['Email', 'Snippet'] as const

const Address = addressShape({
  view: param.oneOf(EMAIL_VIEWS, 'Email'),
  q: param.text(),
  archived: param.number(),
  sort: param.text(),
  tag: param.text(),
})

/** Switches between emails and snippets; the folder stays, the rest begins anew. */
export const ViewSwitch = () => {
  const [{ view }, setAddress] = useAddress(Address)
  return (
    <SegmentedControl
      aria-label="View"
      size="xs"
      value={view}
      onChange={(next) =>
        setAddress(
          {
            view: next as (typeof EMAIL_VIEWS)[number],
            q: undefined,
            archived: undefined,
            sort: undefined,
            tag: undefined,
          },
          { push: true },
        )
      }
      data={[
        { value: 'Email', label: 'Emails' },
        { value: 'Snippet', label: 'Snippets' },
      ]}
    />
  )
}
