import { Hint } from '../../web/inspector/index.ts'

/** The trigger by new objects has nothing to set. */
export default function ObjectCreatedPanel() {
  return <Hint>What was there before the flow is switched on does not enter. There is nothing to set.</Hint>
}
