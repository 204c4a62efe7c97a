import { forget, useCall, useMay, useMutate } from '@millrace/kit/web'
import { useEffect, useRef, useState } from 'react'
import { type PeopleJob, peopleContract } from '../../contract/index.ts'
import { PEOPLE_CALLS } from '../data.ts'
import { isOver } from './jobWords.ts'

const OFTEN = 1_000
/** What has ended well is shown for so long. */
const SHOWN = 8_000

const NONE: PeopleJob[] = []

/** Work on many people that goes on, and what of it ended while this page was open. */
export const useJobs = () => {
  const mayRead = useMay('people:read')
  const [isBusy, setBusy] = useState(false)
  const jobs =
    useCall(peopleContract.listPeopleJobs, {}, { enabled: mayRead, everyMs: isBusy ? OFTEN : false }).data?.jobs ?? NONE
  /** Those that were seen at work here: the end of others is no news. */
  const seen = useRef(new Set<number>())
  const ended = useRef(new Set<number>())
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  const [hide] = useState(() => (id: number) => setHidden((before) => new Set(before).add(id)))
  useEffect(() => {
    setBusy(jobs.some((job) => !isOver(job)))
    for (const job of jobs) {
      if (!isOver(job)) seen.current.add(job.id)
      else if (seen.current.has(job.id) && !ended.current.has(job.id)) {
        ended.current.add(job.id)
        if (job.kind !== 'export') void forget(...PEOPLE_CALLS, peopleContract.listTags)
        if (job.status === 'done' && job.kind !== 'export') setTimeout(() => hide(job.id), SHOWN)
      }
    }
  }, [jobs, hide])
  const cancel = useMutate(peopleContract.cancelPeopleJob, { invalidates: [peopleContract.listPeopleJobs] })
  return {
    jobs: jobs.filter((job) => !hidden.has(job.id) && (!isOver(job) || seen.current.has(job.id))),
    hide,
    stop: (id: number) => cancel.mutate({ params: { id } }),
  }
}
