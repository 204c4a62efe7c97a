import { Hint } from '../../web/inspector/index.ts'

/** The end of a flow has nothing to set. */
export default function EndFlowPanel() {
  return <Hint>Whoever arrives here has finished the flow. There is nothing to set.</Hint>
}
