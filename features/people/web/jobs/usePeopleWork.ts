import { forget, type ShownWork, useCall, useLongWork, useMay, useMutate } from '@millrace/kit/web'
import { peopleContract } from '../../contract/index.ts'
import { PEOPLE_CALLS } from '../data.ts'
import { namesOfJob } from './jobWords.ts'

const useJobs = (everyMs: number | false) => {
  const mayRead = useMay('people:read')
  return useCall(peopleContract.listPeopleJobs, {}, { enabled: mayRead, everyMs }).data?.jobs
}

/** Work on many people that goes on, and what of it ended while this page was open. */
export const usePeopleWork = (): ShownWork[] => {
  const cancel = useMutate(peopleContract.cancelPeopleJob, { invalidates: [peopleContract.listPeopleJobs] })
  return useLongWork({
    name: 'people',
    useJobs,
    namesOf: namesOfJob,
    fileOf: (id) => `/v1/people/jobs/${id}/file`,
    stop: (id) => cancel.mutate({ params: { id } }),
    onEnd: ({ kind }) => {
      if (kind !== 'export') void forget(...PEOPLE_CALLS, peopleContract.listTags)
    },
  })
}
