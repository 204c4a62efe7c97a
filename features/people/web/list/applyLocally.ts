import type { Selected } from '@millrace/kit/web'
import { type Person, tagsIn } from '../../contract/index.ts'

/** Whether somebody is among the chosen. */
export const isChosen = ({ isAll, ids }: Selected<number>, id: number): boolean => isAll !== ids.has(id)

/** A page of the list is kept as its rows; an answer of the call holds them in `people`. */
type Kept = readonly Person[] | { people: readonly Person[] }

/** Changes the rows of whatever is kept of the list. */
export const inRows =
  (change: (rows: readonly Person[]) => readonly Person[]) =>
  <Answer>(answer: Answer): Answer => {
    const kept = answer as unknown as Kept
    if (Array.isArray(kept)) return change(kept) as unknown as Answer
    return { ...answer, people: change((kept as { people: readonly Person[] }).people) }
  }

/** The rows with a tag on the chosen ones, or off them. */
export const tagged =
  (chosen: Selected<number>, tag: string, isOn: boolean) =>
  (rows: readonly Person[]): Person[] =>
    rows.map((person) => {
      if (!isChosen(chosen, person.id)) return person
      const others = tagsIn(person.tags).filter((one) => one.toLowerCase() !== tag.toLowerCase())
      return { ...person, tags: (isOn ? [...others, tag] : others).join(',') }
    })

/** The rows without the chosen ones. */
export const without =
  (chosen: Selected<number>) =>
  (rows: readonly Person[]): Person[] =>
    rows.filter(({ id }) => !isChosen(chosen, id))

/** The rows of those who are not archived. */
export const notArchived = (rows: readonly Person[]): Person[] => rows.filter(({ archived }) => !archived)

/** An answer about a person who is archived now, or not any more. */
export const shelved =
  (id: number, archived: boolean) =>
  (answer: { users: Person[] }): { users: Person[] } => ({
    users: answer.users.map((one) => (one.id === id ? { ...one, archived } : one)),
  })
