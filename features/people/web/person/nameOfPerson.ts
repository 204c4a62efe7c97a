import type { Person } from '../../contract/index.ts'

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** What a person is called: name, else first and last name, else address, else user id. */
export const nameOfPerson = (person: Partial<Person>): string =>
  text(person.name) ||
  [text(person.firstName), text(person.lastName)].filter(Boolean).join(' ') ||
  text(person.email) ||
  text(person.userId) ||
  'Anonymous'
