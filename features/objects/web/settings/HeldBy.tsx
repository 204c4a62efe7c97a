import type { Use } from '@millrace/people/contract'
import { UsageList } from '@millrace/people/web'

/** What keeps something from being deleted; nothing where nothing does. */
export const HeldBy = ({ uses = [] }: { uses: readonly Use[] | undefined }) =>
  uses.length > 0 && (
    <div style={{ marginTop: 10 }}>
      <UsageList uses={uses} />
      <p style={{ margin: '10px 0 0' }}>Change {uses.length === 1 ? 'that' : 'those'} first.</p>
    </div>
  )
