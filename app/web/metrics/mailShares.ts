import type { MailFigures } from '@millrace/delivery/contract'

/** Whom figures of reading count: people once a mail, or every opening and click, those of machines too. */
export type Counting = 'people' | 'everything'

/** What reached its reader; where no provider tells, what was taken and did not come back. */
export const arrived = ({ accepted, delivered, bounced }: MailFigures): number =>
  Math.max(delivered, accepted - bounced, 0)

/** What left; what the other server refused at once was never taken. */
export const left = ({ accepted, bounced }: MailFigures): number => Math.max(accepted, bounced)

/** Openings. */
export const opened = (figures: MailFigures, counting: Counting): number =>
  counting === 'people' ? figures.opened : figures.opens + figures.botOpens

/** Clicks. */
export const clicked = (figures: MailFigures, counting: Counting): number =>
  counting === 'people' ? figures.clicked : figures.clicks + figures.botClicks
