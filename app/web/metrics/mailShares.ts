import type { MailFigures } from '@millrace/delivery/contract'

/** Whom figures of reading count: people once a mail, or every opening and click, those of machines too. */
export type Counting = 'people' | 'everything'

/** Openings. */
export const opened = (figures: Pick<MailFigures, 'opened' | 'opens' | 'botOpens'>, counting: Counting): number =>
  counting === 'people' ? figures.opened : figures.opens + figures.botOpens

/** Clicks. */
export const clicked = (figures: Pick<MailFigures, 'clicked' | 'clicks' | 'botClicks'>, counting: Counting): number =>
  counting === 'people' ? figures.clicked : figures.clicks + figures.botClicks
