import { type CommandSource, PersonAvatar, send } from '@millrace/kit/web'
import { peopleContract } from '../contract/index.ts'
import { nameOfPerson } from './person/nameOfPerson.ts'

const MOST = 6

/** People by their name or address, for the search over everything. */
export const peopleCommands: CommandSource = {
  group: 'People',
  find: async (text, signal) => {
    const { users } = await send(peopleContract.searchPeople, { query: { query: text } }, { signal })
    return users.slice(0, MOST).map((person) => {
      const name = nameOfPerson(person)
      return {
        id: `person ${person.id}`,
        label: name,
        ...(person.email && person.email !== name && { note: person.email }),
        icon: <PersonAvatar id={person.id} name={name} size={22} />,
        to: `/people/${person.id}`,
      }
    })
  },
}
