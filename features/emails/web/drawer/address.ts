import { addressShape, param } from '@millrace/kit/web'

/** What any page's address says of an email that is open over it. */
export const OverAddress = addressShape({
  /** The email. */
  email: param.number(),
  mode: param.oneOf(['edit', 'preview']),
  /** Keeps it open when somebody presses beside it, or Escape. */
  'keep-editor-open': param.oneOf(['true']),
})
