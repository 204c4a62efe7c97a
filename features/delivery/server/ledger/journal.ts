import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Outcome } from '../smtp/outcome.ts'
import { keyOf, type SendKey } from './row.ts'

/**
 * What a worker put on the wire, kept in a file beside the database. The file outlives a killed process, so that of the
 * mails it had in hand only those whose answer was never heard are uncertain.
 */
export type Journal = {
  path: string
  /** Written just before the last bytes of a mail are. */
  wire(send: SendKey): void
  /** Written when the answer came. */
  answered(send: SendKey, outcome: Outcome): void
  /** Called when every row of the file is settled in the ledger; empties it when it has grown. */
  settled(): void
  /** Begins a new file where others took this worker for dead, settled what it held and removed its file. */
  renew(): void
  remove(): void
}

/** What a journal says of a mail: its last bytes were written and no answer was heard, or what the answer was. */
export type Trace = 'wired' | Outcome

const EMPTY_AFTER_BYTES = 1 << 20

/** Opens a worker's journal; without a path nothing is kept. */
export const openJournal = (path: string): Journal => {
  if (!path) return { path, wire: () => {}, answered: () => {}, settled: () => {}, renew: () => {}, remove: () => {} }
  mkdirSync(dirname(path), { recursive: true })
  let file = openSync(path, 'a')
  let bytes = 0
  let lines = ''
  let isClosed = false
  const flush = () => {
    if (!lines || isClosed) return
    const text = lines
    lines = ''
    bytes += text.length
    writeSync(file, text)
  }
  return {
    path,
    wire: (send) => {
      lines += `w ${keyOf(send)}\n`
      flush()
    },
    // Answers that are heard in one turn are written together, or with the next mail's line.
    answered: (send, outcome) => {
      if (!lines) setImmediate(flush)
      lines += `a ${keyOf(send)} ${JSON.stringify(outcome)}\n`
    },
    settled: () => {
      flush()
      if (bytes < EMPTY_AFTER_BYTES) return
      ftruncateSync(file)
      bytes = 0
    },
    renew: () => {
      if (existsSync(path)) return
      flush()
      closeSync(file)
      file = openSync(path, 'a')
      bytes = 0
    },
    remove: () => {
      isClosed = true
      closeSync(file)
      rmSync(path, { force: true })
    },
  }
}

// What was not written whole, or lost on the disk, says nothing.
const answerOf = (text: string): Outcome | undefined => {
  try {
    return JSON.parse(text) as Outcome
  } catch {
    return undefined
  }
}

/**
 * What the journal of a worker that is gone says, by the row's name; undefined where there is no such file here. Its last line
 * counts only where it was ended: half a name is another row's, and half an answer none.
 */
export const readJournal = (path: string): Map<string, Trace> | undefined => {
  if (!path || !existsSync(path)) return undefined
  const traces = new Map<string, Trace>()
  const text = readFileSync(path, 'utf8')
  for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
    const [mark, key, ...rest] = line.split(' ')
    if (mark === 'w' && key) traces.set(key, 'wired')
    const answer = mark === 'a' && key ? answerOf(rest.join(' ')) : undefined
    if (key && answer) traces.set(key, answer)
  }
  return traces
}

/** Removes the journal of a worker whose rows are settled. */
export const removeJournal = (path: string): void => {
  if (path) rmSync(path, { force: true })
}
