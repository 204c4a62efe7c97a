/**
 * A row of a file. `line`: where it ends, counted from 1. `end`: how many bytes of the file lie before what follows it; NaN
 * where nobody knows.
 */
export type CsvRow = { values: string[]; line: number; end: number }

/** A file that stops being readable; the message says where and why. */
export class BrokenCsv extends Error {}

/** A row larger than this is no row: a quote was never closed. */
const LARGEST_ROW = 1 << 20

const MORE = Symbol('the row goes on in the next piece')

/** Where a reader stands in a file: bytes and lines that lie behind it. */
export type Place = { bytes: number; line: number }

const nextOf = (text: string, sign: string, from: number) => {
  const at = text.indexOf(sign, from)
  return at < 0 ? Number.POSITIVE_INFINITY : at
}

const breaksIn = (value: string) =>
  value.includes('\n') || value.includes('\r') ? (value.match(/\r\n|\r|\n/g)?.length ?? 0) : 0

/** Programs that end texts like this leave it in files; no database takes it. */
const NUL = '\u0000'

const isSaying = (value: string) => value.trim() !== ''

/**
 * Takes a CSV text (RFC 4180, read leniently) in pieces of any size and gives its rows, without those that say nothing. Rows
 * without quotes, most of them, are cut with the engine's own search; a quote inside a value that no delimiter follows is
 * taken as it stands.
 */
export class CsvSplitter {
  private text = ''
  private at = 0
  private line: number
  private bytes: number
  private isLast = false
  // Where the next of each sign stands; kept, so that a file without one is not searched again for each row.
  private feed = -1
  private cut = -1
  private quote = -1
  private readonly delimiter: string
  private readonly sizeOf: (text: string) => number

  /** `sizeOf` says how many bytes a text takes in the file. */
  constructor(delimiter: string, sizeOf: (text: string) => number, from: Place) {
    this.delimiter = delimiter
    this.sizeOf = sizeOf
    this.bytes = from.bytes
    this.line = from.line
  }

  /** The rows that are whole with this piece; `isLast` where nothing follows it. */
  *rows(piece: string, isLast: boolean): Generator<CsvRow> {
    this.text = this.at < this.text.length ? this.text.slice(this.at) + piece : piece
    this.at = 0
    this.feed = this.cut = this.quote = -1
    this.isLast = isLast
    const hasNul = this.text.includes(NUL)
    while (this.at < this.text.length) {
      const values = this.row()
      if (values === MORE) {
        if (this.text.length - this.at > LARGEST_ROW) throw this.broken()
        return
      }
      const clean = hasNul ? values.map((value) => value.replaceAll(NUL, '')) : values
      if (clean.some(isSaying)) yield { values: clean, line: this.line - 1, end: this.bytes }
    }
  }

  private broken(): BrokenCsv {
    return new BrokenCsv(
      `A quoted value near line ${this.line} is never closed, so the rest of the file cannot be told apart.`,
    )
  }

  private row(): string[] | typeof MORE {
    const { text, at } = this
    if (this.feed < at) this.feed = nextOf(text, '\n', at)
    if (this.cut < at) this.cut = nextOf(text, '\r', at)
    if (this.quote < at) this.quote = nextOf(text, '"', at)
    const end = Math.min(this.feed, this.cut)
    if (this.quote < end) return this.quotedRow()
    if (end === Number.POSITIVE_INFINITY && !this.isLast) return MORE
    const stop = Math.min(end, text.length)
    const next = this.behindEnd(stop)
    if (next === MORE) return MORE
    const values = text.slice(at, stop).split(this.delimiter)
    this.moveTo(next, 1)
    return values
  }

  /** The place behind the end of a row: two signs make one end in files from Windows. */
  private behindEnd(stop: number): number | typeof MORE {
    const { text } = this
    if (stop >= text.length) return this.isLast ? text.length : MORE
    if (text[stop] !== '\r') return stop + 1
    if (stop + 1 >= text.length && !this.isLast) return MORE
    return text[stop + 1] === '\n' ? stop + 2 : stop + 1
  }

  private moveTo(next: number, lines: number) {
    this.bytes += this.sizeOf(this.text.slice(this.at, next))
    this.line += lines
    this.at = next
  }

  private quotedRow(): string[] | typeof MORE {
    const values: string[] = []
    let lines = 1
    for (let from = this.at; ; ) {
      const cell = this.text[from] === '"' ? this.quotedCell(from + 1) : this.plainCell(from)
      if (cell === MORE) return MORE
      values.push(cell.value)
      lines += cell.breaks
      if (this.text[cell.stop] === this.delimiter && cell.stop < this.text.length) {
        from = cell.stop + 1
        continue
      }
      const next = this.behindEnd(cell.stop)
      if (next === MORE) return MORE
      this.moveTo(next, lines)
      return values
    }
  }

  private plainCell(from: number): { value: string; stop: number; breaks: number } | typeof MORE {
    const { text } = this
    if (this.feed < from) this.feed = nextOf(text, '\n', from)
    if (this.cut < from) this.cut = nextOf(text, '\r', from)
    const stop = Math.min(nextOf(text, this.delimiter, from), this.feed, this.cut, text.length)
    if (stop >= text.length && !this.isLast) return MORE
    return { value: text.slice(from, stop), stop, breaks: 0 }
  }

  private quotedCell(from: number): { value: string; stop: number; breaks: number } | typeof MORE {
    const { text } = this
    let value = ''
    for (let start = from; ; ) {
      const close = text.indexOf('"', start)
      if (close < 0 || (close + 1 >= text.length && !this.isLast)) {
        if (this.isLast) throw this.broken()
        return MORE
      }
      value += text.slice(start, close)
      if (text[close + 1] === '"') {
        value += '"'
        start = close + 2
        continue
      }
      const stop = this.behindSpaces(close + 1)
      if (stop === MORE) return MORE
      if (stop !== undefined) return { value, stop, breaks: breaksIn(value) }
      value += '"'
      start = close + 1
    }
  }

  /** Where the cell ends behind its closing quote; undefined where that quote closes nothing. */
  private behindSpaces(from: number): number | undefined | typeof MORE {
    const { text } = this
    let at = from
    while (text[at] === ' ' && this.delimiter !== ' ') at++
    if (at >= text.length) return this.isLast ? at : MORE
    return text[at] === this.delimiter || text[at] === '\n' || text[at] === '\r' ? at : undefined
  }
}
