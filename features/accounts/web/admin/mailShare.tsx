import { count } from '@millrace/kit/web'
import { type AccountMailFigures, FEW_MAILS } from '../../contract/index.ts'
import c from './admin.module.css'

/** Above these shares mailbox providers begin to turn mail away, and above the second ones they do. */
const LIMITS = { bounced: [0.02, 0.05], complained: [0.001, 0.003] } as const

const toneOf = (share: number, [watch, bad]: readonly [number, number]) =>
  share >= bad ? 'bad' : share >= watch ? 'warn' : undefined

/** A share of what was sent, marked where it is too large and not only of a few mails. */
export const MailShare = ({ figures, of }: { figures: AccountMailFigures; of: keyof typeof LIMITS }) => {
  if (figures.sent === 0) return <span className="dimmed">—</span>
  const share = figures[of] / figures.sent
  const tone = figures.sent >= FEW_MAILS ? toneOf(share, LIMITS[of]) : undefined
  return (
    <span className={c.share} data-tone={tone} title={`${count(figures[of])} of ${count(figures.sent)}`}>
      {(share * 100).toFixed(of === 'bounced' ? 1 : 2)}%
    </span>
  )
}
