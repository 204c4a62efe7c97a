import { SUPPRESSION_REASONS, type SuppressionReason } from '../../contract/index.ts'
import type { Suppression } from './suppress.ts'

/** What a file of addresses holds. */
export type ReadAddresses = { items: Suppression[]; refused: { line: number; text: string }[] }

const ADDRESS = /^[^\s@<>",;]{1,64}@[^\s@<>",;]+\.[^\s@<>",;]{2,}$/

/** The cells of a line. */
const cellsOf = (line: string, sign: string): string[] => {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const here = line[at] ?? ''
    if (here === '"' && isQuoted && line[at + 1] === '"') {
      cell += '"'
      at++
    } else if (here === '"') isQuoted = !isQuoted
    else if (here === sign && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += here
  }
  return [...cells, cell.trim()]
}

const signOf = (line: string) => [';', '\t', ','].find((sign) => line.includes(sign)) ?? ','

type Columns = { address: number; reason: number; detail: number; hasHead: boolean }

const columnsOf = (cells: readonly string[]): Columns => {
  const names = cells.map((cell) => cell.toLowerCase())
  const named = (pattern: RegExp) => names.findIndex((name) => pattern.test(name))
  const address = named(/^(e-?mail|address|recipient)( ?address)?$/)
  if (address >= 0) return { address, reason: named(/^(reason|type)$/), detail: named(/^detail/), hasHead: true }
  const guess = cells.findIndex((cell) => ADDRESS.test(cell))
  return { address: Math.max(0, guess), reason: -1, detail: -1, hasHead: false }
}

const isReason = (text: string): text is SuppressionReason => (SUPPRESSION_REASONS as readonly string[]).includes(text)

/**
 * Reads addresses from a CSV file: from the column that is named so, else from the one that holds one in the first line;
 * one address a line works as well. A column `reason` says why, else all are there for `reason`.
 */
export const readAddresses = (csv: string, reason: SuppressionReason): ReadAddresses => {
  const lines = csv.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const sign = signOf(lines.find((line) => line.trim()) ?? '')
  const items: Suppression[] = []
  const refused: ReadAddresses['refused'] = []
  let columns: Columns | undefined
  for (const [index, text] of lines.entries()) {
    if (!text.trim()) continue
    const cells = cellsOf(text, sign)
    const isHead = !columns
    columns ??= columnsOf(cells)
    if (isHead && columns.hasHead) continue
    const address = (cells[columns.address] ?? '').replace(/^'/, '').toLowerCase()
    if (!ADDRESS.test(address)) {
      refused.push({ line: index + 1, text: text.slice(0, 200) })
      continue
    }
    const said = (cells[columns.reason] ?? '').toLowerCase()
    items.push({ address, reason: isReason(said) ? said : reason, detail: cells[columns.detail] ?? '' })
  }
  return { items, refused }
}
