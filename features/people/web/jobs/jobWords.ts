import { plural, type WorkNames } from '@millrace/kit/web'
import type { PeopleJob } from '../../contract/index.ts'

const NAMES: Record<PeopleJob['kind'], Pick<WorkNames, 'doing' | 'done'>> = {
  tag: { doing: 'Tagging', done: 'tagged' },
  untag: { doing: 'Untagging', done: 'untagged' },
  archive: { doing: 'Archiving', done: 'archived' },
  restore: { doing: 'Restoring', done: 'restored' },
  delete: { doing: 'Deleting', done: 'deleted' },
  export: { doing: 'Exporting', done: 'exported' },
}

/** What a job does, in words. */
export const namesOfJob = ({ kind }: PeopleJob): WorkNames => ({
  ...NAMES[kind],
  many: 'people',
  things: (number) => plural(number, 'person', 'people'),
})
