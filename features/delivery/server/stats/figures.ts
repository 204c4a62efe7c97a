import type { MailFigures } from '../../contract/index.ts'
import type { FigureRow, Series } from './readFigures.ts'

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
  refused: row?.refused ?? 0,
  complained: row?.complained ?? 0,
  unsubscribed: row?.unsubscribed ?? 0,
  replied: row?.replied ?? 0,
  skipped: row?.skipped ?? 0,
  failed: row?.failed ?? 0,
})

/** The same of one slice of many, with when it begins. */
export const figuresAt = (figures: Series['figures'], index: number, at: string): MailFigures & { at: string } => ({
  accepted: figures.accepted[index] ?? 0,
  delivered: figures.delivered[index] ?? 0,
  opened: figures.opened[index] ?? 0,
  opens: figures.opens[index] ?? 0,
  botOpens: figures.bot_opens[index] ?? 0,
  clicked: figures.clicked[index] ?? 0,
  clicks: figures.clicks[index] ?? 0,
  botClicks: figures.bot_clicks[index] ?? 0,
  bounced: figures.bounced[index] ?? 0,
  refused: figures.refused[index] ?? 0,
  complained: figures.complained[index] ?? 0,
  unsubscribed: figures.unsubscribed[index] ?? 0,
  replied: figures.replied[index] ?? 0,
  skipped: figures.skipped[index] ?? 0,
  failed: figures.failed[index] ?? 0,
  at,
})
