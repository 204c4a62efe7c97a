import { ago, type BigColumn, BigName, exactly, isoDay } from '@millrace/kit/web'
import { nameOfPerson, TagsCell } from '@millrace/people/web'
import { type Condition, fieldsIn, type Preview, valueText } from '../../contract/index.ts'
import type { FieldChoice } from '../sources.ts'

/** A person of a segment. */
export type Person = Preview['people'][number]

/** Fields that the conditions name get a column each, as far as there is room. */
const MOST_FIELDS = 4
const ALWAYS = new Set(['name', 'email', 'tags', 'lastSeenAt', 'createdAt'])

const Name = ({ person }: { person: Person }) => (
  <BigName id={person.id} name={nameOfPerson(person)} to={`/people/${person.id}`} />
)

const time = (at: unknown) => (typeof at === 'string' ? <span title={exactly(at)}>{ago(at)}</span> : null)

const fieldColumn = ({ name, title, kind }: FieldChoice): BigColumn<Person> => ({
  id: name,
  title,
  width: 150,
  canSort: true,
  isDownFirst: kind === 'number' || kind === 'date',
  render: (person) => {
    const value = person[name]
    return kind === 'date' ? time(value) : valueText(value) || null
  },
})

/** The columns of a segment's people: who they are, what the conditions are about, and when they were last seen. */
export const columnsOf = (
  conditions: Condition,
  fields: readonly FieldChoice[],
  colors: ReadonlyMap<string, string>,
): BigColumn<Person>[] => {
  const named = [...new Set(fieldsIn(conditions))].filter((name) => !ALWAYS.has(name))
  const own = named.slice(0, MOST_FIELDS).flatMap((name) => fields.find((field) => field.name === name) ?? [])
  return [
    { id: 'name', title: 'Name', width: 220, canSort: true, render: (person) => <Name person={person} /> },
    { id: 'email', title: 'Email', width: 240, canSort: true, render: ({ email }) => email },
    ...own.map(fieldColumn),
    {
      id: 'tags',
      title: 'Tags',
      width: 260,
      canSort: true,
      isDownFirst: true,
      render: ({ tags }) => <TagsCell tags={tags} colors={colors} />,
    },
    {
      id: 'lastSeenAt',
      title: 'Last seen',
      width: 120,
      canSort: true,
      isDownFirst: true,
      render: ({ lastSeenAt }) => time(lastSeenAt),
    },
    {
      id: 'createdAt',
      title: 'Created',
      width: 120,
      canSort: true,
      isDownFirst: true,
      render: ({ createdAt }) => <span className="num">{isoDay(createdAt)}</span>,
    },
  ]
}
