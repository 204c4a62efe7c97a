/** One figure. `least` or `most` is the budget that it is held against. */
export type Figure = { name: string; value: number; unit: string; least?: number; most?: number; note?: string }

/** Whether a figure keeps its budget; undefined where it has none. */
export const keeps = ({ value, least, most }: Figure): boolean | undefined => {
  if (least === undefined && most === undefined) return undefined
  return (least === undefined || value >= least) && (most === undefined || value <= most)
}

const shown = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toLocaleString('en-US', { maximumFractionDigits: 2 })

const budget = ({ least, most }: Figure) =>
  least !== undefined ? `≥ ${shown(least)}` : most !== undefined ? `≤ ${shown(most)}` : ''

/** All figures as one table of text. */
export const tableOf = (figures: readonly Figure[]): string => {
  const rows = figures.map((figure) => [
    figure.name,
    `${shown(figure.value)} ${figure.unit}`,
    budget(figure),
    { true: 'kept', false: 'MISSED', undefined: '' }[String(keeps(figure)) as 'true'] ?? '',
    figure.note ?? '',
  ])
  const head = ['what', 'figure', 'budget', '', '']
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)))
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}

/** The value below which a share `p` of the values lie. */
export const percentile = (values: readonly number[], p: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN
}
