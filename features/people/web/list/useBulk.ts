import { type Answers, forget, type Selection, useMutate } from '@millrace/kit/web'
import { peopleContract } from '../../contract/index.ts'
import { PEOPLE_CALLS } from '../data.ts'
import { inRows, notArchived, tagged, without } from './applyLocally.ts'
import { type Everybody, selectionBody } from './selectionBody.ts'

/** Whom a list shows, who is chosen of them, and what happens when rows leave it. */
export type BulkOf = {
  selection: Selection<number>
  total: number
  everybody: Everybody
  /** So many rows leave the list (or come back, below nothing). */
  onLeave?: (count: number) => void
}

/** What is said of tags that are put on or taken off later; which of both, `shortly` says. */
const TAGGED_SHORTLY = 'People will be tagged/untagged shortly.'
const shortly = (word: 'tagged' | 'untagged') => TAGGED_SHORTLY.replace('tagged/untagged', word)

/** What is pressed first is done first: nobody is archived before the tag that was put on before. */
const scope = 'people in bulk'

const refresh = () => forget(...PEOPLE_CALLS, peopleContract.listTags, peopleContract.listPeopleJobs)

/** What can be done with the chosen people; shown at once, taken back where it is refused. */
export const useBulk = ({ selection, total, everybody, onLeave }: BulkOf) => {
  const onDone = () => void refresh()
  const chosen = selection.now()
  const count = selection.count(total)
  const body = () => selectionBody(chosen, everybody)
  const leave = () => {
    onLeave?.(count)
    selection.setAll(false)
    return () => onLeave?.(-count)
  }
  const { listPeople } = peopleContract
  const tag = useMutate(peopleContract.tagPeople, {
    success: ({ isQueued }) => (isQueued ? shortly('tagged') : 'People successfully tagged.'),
    optimistic: (input, answers) => answers.patch(listPeople, inRows(tagged(chosen, input.body.tag, true))),
    onDone,
    scope,
  })
  const untag = useMutate(peopleContract.untagPeople, {
    success: shortly('untagged'),
    optimistic: (input, answers) => answers.patch(listPeople, inRows(tagged(chosen, input.body.tag, false))),
    onDone,
    scope,
  })
  const gone = (_input: unknown, answers: Answers) => {
    answers.patch(listPeople, inRows(without(chosen)))
    return leave()
  }
  const archive = useMutate(peopleContract.archivePeople, {
    success: (_done, { query, body }) => {
      if (!query?.force) return 'Selected people will be archived shortly.'
      return body?.people?.length === 1 ? 'Person has been deleted.' : 'Selected people will be deleted shortly.'
    },
    optimistic: gone,
    onDone,
    scope,
  })
  const restore = useMutate(peopleContract.restorePeople, {
    success: 'People will be restored shortly.',
    optimistic: gone,
    onDone,
    scope,
  })
  return {
    count,
    body,
    tag: (name: string) => tag.mutate({ body: { ...body(), tag: name } }),
    untag: (name: string) => untag.mutate({ body: { ...body(), tag: name } }),
    archive: () => archive.mutate({ body: body() }),
    remove: () => archive.mutate({ query: { force: true }, body: body() }),
    restore: () => restore.mutate({ body: body() }),
  }
}

/** Brings everybody back who is archived. `onLeave` hears that the list of the archived is empty, and answers what takes that back. */
export const useRestoreAll = (onLeave: () => () => void) =>
  useMutate(peopleContract.restoreAllPeople, {
    success: 'People will be restored shortly.',
    optimistic: (_input, answers) => {
      answers.patch(peopleContract.listPeople, inRows(notArchived))
      return onLeave()
    },
    onDone: () => void refresh(),
    scope,
  })
