import type { Tx } from '@millrace/kit/server'

/** Lines of an export, each a person with what a higher feature says of them before their fields. */
export type SourceLines = { rows: { personId: number; cells: readonly string[] }[]; place: string }

/** A higher feature that names people for an export, in an order of its own: who entered a flow, say. */
export type ExportSource = {
  /** The headers of what it says of each. */
  columns(wanted: unknown): readonly string[]
  /** The next lines behind a place ('' at the start), and the place they came to: '' at the end. */
  next(tx: Tx, accountId: number, wanted: unknown, place: string, limit: number): Promise<SourceLines>
}

/** What a job exports that a source names, as the job keeps it. */
export type SourceWanted = { name: string; wanted: Record<string, unknown>; title?: string }

/** The sources of an installation by name. */
export type ExportSources = Readonly<Record<string, ExportSource>>
