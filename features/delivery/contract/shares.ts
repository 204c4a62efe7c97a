import type { MailFigures } from './stats.ts'

type Counted = Pick<MailFigures, 'accepted' | 'bounced' | 'refused'>

/** What was sent: what was accepted, and what the other server refused before it took it. Bounces are a share of this. */
export const sentOf = ({ accepted, bounced, refused }: Counted): number =>
  // Of mail that was forgotten long ago nobody knows what of the bounced was refused.
  Math.max(accepted + refused, bounced)

/** What reached its reader; where no provider tells, what was accepted and did not come back. */
export const arrivedOf = ({
  accepted,
  delivered,
  bounced,
  refused,
}: Counted & Pick<MailFigures, 'delivered'>): number =>
  Math.max(delivered, accepted - Math.max(bounced - refused, 0), 0)
