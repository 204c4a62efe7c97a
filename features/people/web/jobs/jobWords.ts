import { count, plural } from '@millrace/kit/web'
import type { PeopleJob } from '../../contract/index.ts'

const DOING: Record<PeopleJob['kind'], string> = {
  tag: 'Tagging',
  untag: 'Untagging',
  archive: 'Archiving',
  restore: 'Restoring',
  delete: 'Deleting',
  export: 'Exporting',
}

const DONE: Record<PeopleJob['kind'], string> = {
  tag: 'tagged',
  untag: 'untagged',
  archive: 'archived',
  restore: 'restored',
  delete: 'deleted',
  export: 'exported',
}

const people = (number: number) => plural(number, 'person', 'people')

/** What a job does, in words: "Tagging 100,000 people". */
export const doingOf = ({ kind, total }: PeopleJob): string =>
  `${DOING[kind]} ${total === null ? 'people' : people(total)}`

/** How far it is: "12,000 done", or that others are before it. */
export const stateOf = ({ status, dealt }: PeopleJob): string =>
  status === 'queued' ? 'Waiting for its turn' : `${count(dealt)} done`

/** What it came to. */
export const endOf = ({ kind, status, dealt, error, email }: PeopleJob): string => {
  if (status === 'failed') return error ?? 'It broke off.'
  if (status === 'canceled') return `Stopped. ${people(dealt)} ${dealt === 1 ? 'was' : 'were'} ${DONE[kind]} before.`
  const words = `${people(dealt)} ${DONE[kind]}.`
  return kind === 'export' && email ? `${words} A link was mailed to ${email}.` : words
}

/** Whether it is over. */
export const isOver = ({ status }: PeopleJob): boolean => status !== 'queued' && status !== 'running'
