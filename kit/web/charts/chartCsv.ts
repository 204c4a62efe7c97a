import type { ChartSeries } from './chartSeries.ts'
import type { ChartLabel } from './timeLabels.ts'

const cell = (value: string | number): string => {
  const text = String(value)
  // A spreadsheet would run what begins like a formula.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (cells: readonly (string | number)[]) => `${cells.map(cell).join(',')}\r\n`

/** Lines of cells as a CSV file that spreadsheets read. */
export const csvOf = (lines: readonly (readonly (string | number)[])[]): string => `\ufeff${lines.map(line).join('')}`

/** The numbers of a chart as a CSV file: a line for each point, with the time before where there is one. */
export const chartCsv = (
  first: string,
  labels: readonly ChartLabel[],
  starts: readonly string[],
  series: readonly ChartSeries[],
): string => {
  const columns = series.flatMap((one) => [
    { header: one.label, values: one.values },
    ...(one.before ? [{ header: `${one.label}, before`, values: one.before }] : []),
  ])
  const head = ['Begins at', first, ...columns.map(({ header }) => header)]
  const body = labels.map(({ whole }, index) => [
    starts[index] ?? '',
    whole,
    ...columns.map(({ values }) => values[index] ?? ''),
  ])
  return csvOf([head, ...body])
}

/** Hands a text to the browser as a file to keep. */
export const saveFile = (name: string, text: string, type = 'text/csv;charset=utf-8'): void => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
