import { useEffect, useRef, useState } from 'react'
import { count } from '../format.ts'

/** Work that goes on in the background, as calls answer it. */
export type LongJob = {
  id: number
  kind: string
  status: 'queued' | 'running' | 'done' | 'failed' | 'canceled'
  total: number | null
  dealt: number
  progress: number
  email: string | null
  hasFile: boolean
  error: string | null
}

/** What is done and to what: "Tagging", "tagged", people. */
export type WorkNames = { doing: string; done: string; many: string; things: (howMany: number) => string }

/** What it does ("Tagging 100,000 people"), how far it is and what it came to. */
export type WorkWords = { doing: string; state: string; end: string }

/** A piece of work as it is shown. */
export type ShownWork = {
  key: string
  job: LongJob
  words: WorkWords
  isOver: boolean
  /** Where its file can be had. */
  file: string
  stop: () => void
  hide: () => void
}

const isOver = ({ status }: LongJob): boolean => status !== 'queued' && status !== 'running'

const endOf = ({ kind, status, dealt, error, email }: LongJob, { done, things }: WorkNames): string => {
  if (status === 'failed') return error ?? 'It broke off.'
  if (status === 'canceled') return `Stopped. ${things(dealt)} ${dealt === 1 ? 'was' : 'were'} ${done} before.`
  const words = `${things(dealt)} ${done}.`
  return kind === 'export' && email ? `${words} A link was mailed to ${email}.` : words
}

/** A piece of work in words. */
export const workWords = (job: LongJob, names: WorkNames): WorkWords => ({
  doing: `${names.doing} ${job.total === null ? names.many : names.things(job.total)}`,
  state: job.status === 'queued' ? 'Waiting for its turn' : `${count(job.dealt)} done`,
  end: endOf(job, names),
})

/** How often work that goes on is asked for. */
const OFTEN = 1_000
/** What has ended well is shown for so long. */
const SHOWN = 8_000

type Work<Job extends LongJob> = {
  /** Tells it from other kinds of work. */
  name: string
  /** Asks for the work of the account, this often. */
  useJobs: (everyMs: number | false) => readonly Job[] | undefined
  namesOf: (job: Job) => WorkNames
  fileOf: (id: number) => string
  stop: (id: number) => void
  /** Something ended that was seen at work here. */
  onEnd: (job: Job) => void
}

/** Work that goes on, and what of it ended while this page was open. */
export const useLongWork = <Job extends LongJob>({
  name,
  useJobs,
  namesOf,
  fileOf,
  stop,
  onEnd,
}: Work<Job>): ShownWork[] => {
  const [isBusy, setBusy] = useState(false)
  const jobs = useJobs(isBusy ? OFTEN : false)
  const isNow = jobs?.some((job) => !isOver(job)) ?? false
  if (isNow !== isBusy) setBusy(isNow)
  /** What was over when this page was opened: its end is no news. */
  const [old, setOld] = useState<ReadonlySet<number>>()
  if (jobs && !old) setOld(new Set(jobs.filter(isOver).map(({ id }) => id)))
  const news = old ? (jobs ?? []).filter(({ id }) => !old.has(id)) : []
  const ended = useRef(new Set<number>())
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  const [hide] = useState(() => (id: number) => setHidden((before) => new Set(before).add(id)))
  const tell = useRef(onEnd)
  tell.current = onEnd
  useEffect(() => {
    for (const job of news) {
      if (!isOver(job) || ended.current.has(job.id)) continue
      ended.current.add(job.id)
      tell.current(job)
      if (job.status === 'done' && job.kind !== 'export') setTimeout(() => hide(job.id), SHOWN)
    }
  })
  return news
    .filter(({ id }) => !hidden.has(id))
    .map((job) => ({
      key: `${name} ${job.id}`,
      job,
      words: workWords(job, namesOf(job)),
      isOver: isOver(job),
      file: fileOf(job.id),
      stop: () => stop(job.id),
      hide: () => hide(job.id),
    }))
}
