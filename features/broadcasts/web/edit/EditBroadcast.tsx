import { EmailPreviewFrame } from '@millrace/emails/web'
import { useMay } from '@millrace/kit/web'
import type { Broadcast } from '../../contract/broadcast.ts'
import type { FigureName } from '../../contract/figures.ts'
import { AudienceCard } from './AudienceCard.tsx'
import { EmailCard } from './EmailCard.tsx'
import c from './edit.module.css'
import { FollowUpCard } from './FollowUpCard.tsx'
import { Review } from './Review.tsx'
import { TestCard } from './TestCard.tsx'
import type { AudienceCount } from './useAudience.ts'
import { useProblems } from './useProblems.ts'
import type { Saves } from './useSaves.ts'
import { WhenCard } from './WhenCard.tsx'

type Props = {
  item: Broadcast
  saves: Saves
  count: AudienceCount
  /** It has become known who is in the segment. */
  onBuilt: () => void
  config: 'Audience' | 'Review'
  onPeople: (figure: FigureName, why?: string) => void
}

/** A broadcast that has not begun: its settings, or all of them at one glance. */
export default function EditBroadcast({ item, saves, count, onBuilt, config, onPeople }: Props) {
  const mayWrite = useMay('broadcasts:write')
  const problems = useProblems(item)
  return (
    <div className={c.columns}>
      <div className={c.main}>
        {config === 'Review' || !mayWrite ? (
          <Review item={item} count={count} problems={problems} onPeople={onPeople} />
        ) : (
          <>
            <EmailCard item={item} saves={saves} problems={problems} />
            <AudienceCard item={item} saves={saves} count={count} onBuilt={onBuilt} onPeople={onPeople} />
            <WhenCard item={item} saves={saves} count={count} />
            <TestCard item={item} saves={saves} people={count.isWhole ? count.sendable : 0} />
            <FollowUpCard item={item} saves={saves} />
          </>
        )}
      </div>
      <aside className={c.side} aria-label="Preview">
        {item.emailId === null ? (
          <p className={c.noMail}>The email that you choose shows here.</p>
        ) : (
          <EmailPreviewFrame emailId={item.emailId} />
        )}
      </aside>
    </div>
  )
}
