import { accountsContract } from '@millrace/accounts/contract'
import { ago, type BigColumn, isoDay, PersonAvatar, patchAnswers, useCall, useMutate } from '@millrace/kit/web'
import { useMemo } from 'react'
import { type Person, type PersonField, tagsIn } from '../../contract/index.ts'
import { useFields, useTagColors } from '../data.ts'
import { formatField } from '../fields/formatField.ts'
import { nameOfPerson } from '../person/nameOfPerson.ts'
import css from './list.module.css'

/** The columns of an account that has chosen none. */
const SHOWN_FIRST = ['name', 'email', 'company', 'tags', 'city', 'leadScore', 'lastSeenAt', 'createdAt']

/** Titles that are shorter in a column than elsewhere. */
const SHORT: Record<string, string> = { leadScore: 'Score', createdAt: 'Created', lastSeenAt: 'Last seen' }

const WIDTHS: Record<string, number> = { name: 220, email: 260, tags: 210, company: 140, leadScore: 100, city: 120 }

const MOST_TAGS = 4

const Tags = ({ tags, colors }: { tags: string; colors: ReadonlyMap<string, string> }) => {
  const all = tagsIn(tags)
  return (
    <>
      {all.slice(0, MOST_TAGS).map((tag) => (
        <span key={tag} className={css.tag}>
          {colors.has(tag.toLowerCase()) && <i style={{ background: colors.get(tag.toLowerCase()) }} />}
          {tag}
        </span>
      ))}
      {all.length > MOST_TAGS && <span className={css.tag}>+{all.length - MOST_TAGS}</span>}
    </>
  )
}

const Name = ({ person }: { person: Person }) => {
  const name = nameOfPerson(person)
  return (
    <a className={css.person} href={`/people/${person.id}`} tabIndex={-1}>
      <PersonAvatar id={person.id} name={name} />
      <span>{name}</span>
    </a>
  )
}

const render = (field: PersonField, colors: ReadonlyMap<string, string>): BigColumn<Person>['render'] => {
  switch (field.name) {
    case 'name':
      return (person) => <Name person={person} />
    case 'tags':
      return ({ tags }) => <Tags tags={tags} colors={colors} />
    case 'lastSeenAt':
      return ({ lastSeenAt }) =>
        lastSeenAt ? <span title={lastSeenAt}>{ago(lastSeenAt)}</span> : <i className={css.none}>—</i>
    case 'createdAt':
      return ({ createdAt }) => isoDay(createdAt)
    default:
      return (person) => formatField(field, person[field.name]) || null
  }
}

const columnOf = (field: PersonField, colors: ReadonlyMap<string, string>): BigColumn<Person> => ({
  id: field.name,
  title: SHORT[field.name] ?? field.title,
  width: WIDTHS[field.name] ?? (field.type === 'string' ? 150 : 120),
  canSort: field.name !== 'tags',
  isDownFirst: field.type === 'number' || field.type === 'integer' || field.format !== null,
  render: render(field, colors),
})

/** The columns of the people table: which are shown, and who changes that. They are the account's, for all its members. */
export const usePeopleColumns = () => {
  const fields = useFields()
  const colors = useTagColors()
  const account = useCall(accountsContract.accountInfo).data
  const save = useMutate(accountsContract.updateAccount, {
    onDone: (changed) => patchAnswers(accountsContract.accountInfo, () => changed),
    optimistic: ({ body }, answers) =>
      answers.patch(accountsContract.accountInfo, (old) => ({
        ...old,
        peopleTableFields: body?.peopleTableFields ?? old.peopleTableFields,
      })),
  })
  const chosen = account?.peopleTableFields
  return useMemo(() => {
    const kept = chosen?.filter(({ enabled }) => enabled).map(({ name }) => name) ?? []
    const shown = kept.length > 0 ? kept : SHOWN_FIRST
    const byName = new Map(fields.map((field) => [field.name, field]))
    const columns = shown.flatMap((name) => {
      const field = byName.get(name)
      return field ? [columnOf(field, colors)] : []
    })
    const show = (names: readonly string[]) =>
      save.mutate({ body: { peopleTableFields: names.map((name) => ({ name, enabled: true })) } })
    return { columns, fields, shown, show, reset: () => show(SHOWN_FIRST) }
  }, [fields, colors, chosen, save.mutate])
}
