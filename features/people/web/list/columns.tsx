import { ago, type BigColumn, BigName, isoDay } from '@millrace/kit/web'
import { useMemo } from 'react'
import type { Person, PersonField } from '../../contract/index.ts'
import { useTagColors } from '../data.ts'
import { formatField } from '../fields/formatField.ts'
import { nameOfPerson } from '../person/nameOfPerson.ts'
import { TagsCell } from '../tags/TagsCell.tsx'
import { Found } from './Found.tsx'
import css from './list.module.css'

/** Titles that are shorter in a column than elsewhere. */
const SHORT: Record<string, string> = { leadScore: 'Score', createdAt: 'Created', lastSeenAt: 'Last seen' }

const WIDTHS: Record<string, number> = { name: 220, email: 260, tags: 260, company: 140, leadScore: 100, city: 120 }

/** Columns that a search looks into. */
const SEARCHED = new Set(['email', 'userId', 'firstName', 'lastName'])

const Name = ({ person, search }: { person: Person; search: string }) => {
  const name = nameOfPerson(person)
  return (
    <BigName id={person.id} name={name} to={`/people/${person.id}`}>
      <Found text={name} search={search} />
    </BigName>
  )
}

type Looks = { colors: ReadonlyMap<string, string>; search: string }

const render = (field: PersonField, { colors, search }: Looks): BigColumn<Person>['render'] => {
  switch (field.name) {
    case 'name':
      return (person) => <Name person={person} search={search} />
    case 'tags':
      return ({ tags }) => <TagsCell tags={tags} colors={colors} />
    case 'lastSeenAt':
      return ({ lastSeenAt }) =>
        lastSeenAt ? <span title={lastSeenAt}>{ago(lastSeenAt)}</span> : <i className={css.none}>—</i>
    case 'createdAt':
      return ({ createdAt }) => isoDay(createdAt)
    default:
      return (person) => {
        const text = formatField(field, person[field.name])
        return text && (SEARCHED.has(field.name) || field.hot) ? <Found text={text} search={search} /> : text || null
      }
  }
}

const columnOf = (field: PersonField, looks: Looks): BigColumn<Person> => ({
  id: field.name,
  title: SHORT[field.name] ?? field.title,
  width: WIDTHS[field.name] ?? (field.type === 'string' ? 150 : 120),
  canSort: true,
  isDownFirst: field.type === 'number' || field.type === 'integer' || field.format !== null || field.name === 'tags',
  render: render(field, looks),
})

/** The columns of the people table; of a search, with what was found marked. A search is not sorted. */
export const usePeopleColumns = (fields: readonly PersonField[], search: string): BigColumn<Person>[] => {
  const colors = useTagColors()
  return useMemo(
    () => fields.map((field) => ({ ...columnOf(field, { colors, search }), ...(search && { canSort: false }) })),
    [fields, colors, search],
  )
}
