import { randomBytes } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { escapeHtml } from '../liquid/escape.ts'
import type { FilledMail, MailData, MailSlots, Template, TemplateLink } from './template.ts'
import { openTurns } from './turns.ts'
import type { Words } from './words.ts'

type Texts = Record<keyof Template['parts'], string>
type Lines = Omit<FilledMail, 'html' | 'text'>

type OfTemplate = {
  id: number
  /** With the first mail of a template. */
  texts?: Texts
  links?: readonly TemplateLink[]
  /** A template that is needed no longer. */
  forget?: number
}

/** A mail that the thread shall fill: of a template, or of words that are still to be made ready. */
export type Ask = (OfTemplate | { words: Words }) & {
  data: MailData
  slots: Omit<MailSlots, 'link'>
  hasLinks: boolean
}

/** What the thread says: the values of the texts, and the links that are to be signed. */
export type Answer = { ms: number } & (
  | { error: string; isOfText: boolean }
  | { lines: Lines; html: readonly string[]; text: readonly string[]; found: [number, string][] }
)

/** Templates that the thread keeps. */
const MOST_TEMPLATES = 20
/** A thread that says nothing for so long is ended; each of a mail's texts is stopped long before. */
const SILENT_MS = 60_000
const IDLE_MS = 60_000
const MOST_MEMORY_MB = 256

type Thread = { worker: Worker; mark: string; known: Set<number>; ready: Promise<boolean> }

let running: Thread | undefined
const inTurn = openTurns()
let idle: NodeJS.Timeout | undefined
/** Where threads cannot be had, none is asked for until then. */
let noneBefore = 0

const end = async (thread: Thread) => {
  if (running === thread) running = undefined
  await thread.worker.terminate()
}

const start = (): Thread => {
  const mark = `x${randomBytes(12).toString('hex')}`
  const worker = new Worker(new URL('./fillThread.ts', import.meta.url), {
    workerData: { mark },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  })
  worker.unref()
  const thread: Thread = {
    worker,
    mark,
    known: new Set(),
    ready: new Promise((resolve) => {
      worker.once('message', () => resolve(true))
      worker.once('error', () => resolve(false))
    }),
  }
  worker.on('error', () => void end(thread))
  running = thread
  return thread
}

/** What is wrong with a text that was filled in the thread. */
export class UnfilledText extends Error {}

class ThreadFailed extends UnfilledText {}

const ask = (thread: Thread, message: Ask): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { worker } = thread
    const done = () => {
      clearTimeout(timer)
      worker.off('message', heard).off('error', failed).off('exit', failed)
    }
    const heard = (answer: Answer) => {
      done()
      resolve(answer)
    }
    const failed = () => {
      done()
      reject(new ThreadFailed('Filling the mail took too much memory or time.'))
    }
    const timer = setTimeout(() => {
      failed()
      void end(thread)
    }, SILENT_MS)
    worker.on('message', heard).on('error', failed).on('exit', failed)
    worker.postMessage(message)
  })

const ids = new WeakMap<Template['parts'], number>()
let lastId = 0

const idOf = ({ parts }: Template) => {
  const id = ids.get(parts) ?? ++lastId
  ids.set(parts, id)
  return id
}

const textsOf = ({ parts }: Template): Texts => ({
  subject: parts.subject.source,
  preheader: parts.preheader.source,
  fromName: parts.fromName.source,
  replyName: parts.replyName.source,
  html: parts.html.source,
  text: parts.text.source,
})

const oldest = ({ known }: Thread, id: number): { forget?: number } => {
  known.add(id)
  const [first] = known
  if (known.size <= MOST_TEMPLATES || first === undefined) return {}
  known.delete(first)
  return { forget: first }
}

const ofTemplate = (thread: Thread, template: Template): OfTemplate => {
  const id = idOf(template)
  const isKnown = thread.known.has(id)
  return { id, ...(!isKnown && { texts: textsOf(template), links: template.links, ...oldest(thread, id) }) }
}

type Pieces = Record<'html' | 'text', readonly string[]>

const mailOf = ({ html, text }: Pieces, answer: Answer, mark: string, link: MailSlots['link']): FilledMail => {
  if ('error' in answer) throw answer.isOfText ? new UnfilledText(answer.error) : new Error(answer.error)
  const signed = answer.found.map(([index, url]) => link?.(index, url) ?? url)
  const place = new RegExp(`https://${mark}\\.invalid/(\\d+)/-`, 'g')
  const withLinks = (value: string, forHtml: boolean) =>
    signed.length
      ? value.replace(place, (_all, at: string) => {
          const url = signed[Number(at)] ?? ''
          return forHtml ? escapeHtml(url) : url
        })
      : value
  return {
    ...answer.lines,
    html: { pieces: html, values: answer.html.map((value) => withLinks(value, true)) },
    text: { pieces: text, values: answer.text.map((value) => withLinks(value, false)) },
  }
}

/** A mail, and how long it took to be filled in ms of processor time. */
export type TimedMail = { mail: FilledMail; ms: number }

/** What is filled: the account's, in whose turn; what the thread is told; what stands between the values. */
type Job = { accountId: number; message(thread: Thread): OfTemplate | { words: Words }; pieces: Pieces }

const fillOnce = async (job: Job, data: MailData, slots: MailSlots, here: () => TimedMail): Promise<TimedMail> => {
  if (performance.now() < noneBefore) return here()
  const thread = running ?? start()
  if (!(await thread.ready)) {
    noneBefore = performance.now() + IDLE_MS
    return here()
  }
  const { link, ...addresses } = slots
  const answer = await ask(thread, { ...job.message(thread), data, slots: addresses, hasLinks: Boolean(link) })
  return { mail: mailOf(job.pieces, answer, thread.mark, link), ms: answer.ms }
}

const fillInTurn = (job: Job, data: MailData, slots: MailSlots, here: () => TimedMail): Promise<TimedMail> =>
  inTurn(job.accountId, async () => {
    clearTimeout(idle)
    try {
      return await fillOnce(job, data, slots, here).catch((error) => {
        if (error instanceof ThreadFailed) return fillOnce(job, data, slots, here)
        throw error
      })
    } finally {
      idle = setTimeout(() => running && void end(running), IDLE_MS).unref()
    }
  })

/**
 * Fills a mail in the thread for slow ones, in its account's turn. A thread that dies over a mail is begun anew, and
 * the mail tried once more; where no thread can be had it is filled `here`.
 */
export const fillBeside = (template: Template, data: MailData, slots: MailSlots, here: () => TimedMail) => {
  const { accountId, parts } = template
  const pieces = { html: parts.html.pieces, text: parts.text.pieces }
  return fillInTurn({ accountId, pieces, message: (thread) => ofTemplate(thread, template) }, data, slots, here)
}

const WHOLE: Pieces = { html: ['', ''], text: ['', ''] }

/** The same for words that are made ready there, too. */
export const fillWordsBeside = (words: Words, data: MailData, slots: MailSlots, here: () => TimedMail) =>
  fillInTurn({ accountId: words.accountId, pieces: WHOLE, message: () => ({ words }) }, data, slots, here)
