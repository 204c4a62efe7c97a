import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Person } from '../../contract/index.ts'
import { useFields } from '../data.ts'
import { fieldGroups } from '../fields/fieldGroups.ts'
import { formatField } from '../fields/formatField.ts'
import css from './person.module.css'

/** What is known of a person, by group; fields without a value at a press. */
export const PersonFields = ({ person }: { person: Person }) => {
  const [isAll, setAll] = useState(false)
  const groups = fieldGroups(useFields()).map(({ title, fields }) => ({
    title,
    rows: fields.map((field) => ({ field, text: formatField(field, person[field.name], true) })),
  }))
  const empty = groups.flatMap(({ rows }) => rows).filter(({ text }) => !text).length
  return (
    <>
      {groups.map(({ title, rows }) => {
        const shown = rows.filter(({ text }) => isAll || text)
        if (shown.length === 0) return null
        return (
          <section className={css.section} key={title}>
            <h2>{title}</h2>
            <dl className={css.fields}>
              {shown.map(({ field, text }) => (
                <PersonField key={field.name} title={field.title} text={text} />
              ))}
            </dl>
          </section>
        )
      })}
      {empty > 0 && (
        <section className={css.section}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            className={css.more as string}
            onClick={() => setAll(!isAll)}
          >
            {isAll ? 'Hide empty fields' : `Show ${empty} empty ${empty === 1 ? 'field' : 'fields'}`}
          </Button>
        </section>
      )}
    </>
  )
}

const PersonField = ({ title, text }: { title: string; text: string }) => (
  <>
    <dt title={title}>{title}</dt>
    <dd>{text || <span className="dimmed">—</span>}</dd>
  </>
)
