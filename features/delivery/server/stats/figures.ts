import type { MailFigures } from '../../contract/index.ts'
import type { FigureRow } from './readFigures.ts'

/** Figures under the names that calls answer. */
export const figuresOf = (row: FigureRow | undefined): MailFigures => ({
  accepted: row?.accepted ?? 0,
  delivered: row?.delivered ?? 0,
  opened: row?.opened ?? 0,
  opens: row?.opens ?? 0,
  botOpens: row?.bot_opens ?? 0,
  clicked: row?.clicked ?? 0,
  clicks: row?.clicks ?? 0,
  botClicks: row?.bot_clicks ?? 0,
  bounced: row?.bounced ?? 0,
  complained: row?.complained ?? 0,
  unsubscribed: row?.unsubscribed ?? 0,
  replied: row?.replied ?? 0,
  skipped: row?.skipped ?? 0,
  failed: row?.failed ?? 0,
})
