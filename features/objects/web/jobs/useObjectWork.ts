import {
  forget,
  plural,
  type ShownWork,
  useCall,
  useLongWork,
  useMay,
  useMutate,
  type WorkNames,
} from '@millrace/kit/web'
import { type ObjectJob, objectsContract } from '../../contract/index.ts'
import { OBJECT_CALLS } from '../data.ts'

const NAMES: Record<ObjectJob['kind'], Pick<WorkNames, 'doing' | 'done'>> = {
  archive: { doing: 'Archiving', done: 'archived' },
  restore: { doing: 'Restoring', done: 'restored' },
  delete: { doing: 'Deleting', done: 'deleted' },
  set: { doing: 'Changing', done: 'changed' },
  export: { doing: 'Exporting', done: 'exported' },
}

const namesOf = ({ kind, displayNameSingular: one, displayNamePlural: many }: ObjectJob): WorkNames => ({
  ...NAMES[kind],
  many: many.toLowerCase(),
  things: (number) => plural(number, one.toLowerCase(), many.toLowerCase()),
})

const useJobs = (everyMs: number | false) => {
  const mayRead = useMay('people:read')
  return useCall(objectsContract.listObjectJobs, {}, { enabled: mayRead, everyMs }).data?.jobs
}

/** Work on many objects that goes on, and what of it ended while this page was open. */
export const useObjectWork = (): ShownWork[] => {
  const cancel = useMutate(objectsContract.cancelObjectJob, { invalidates: [objectsContract.listObjectJobs] })
  return useLongWork({
    name: 'objects',
    useJobs,
    namesOf,
    fileOf: (id) => `/v1/object-jobs/${id}/file`,
    stop: (id) => cancel.mutate({ params: { id } }),
    onEnd: ({ kind }) => {
      if (kind !== 'export') void forget(...OBJECT_CALLS)
    },
  })
}
