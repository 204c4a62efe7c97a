import { Button } from '@mantine/core'
import { askFirst, Drawer, issuesByField, patchAnswers, useMutate } from '@millrace/kit/web'
import { type FormEvent, Fragment, useId, useState } from 'react'
import { type Person, type PersonField, peopleContract } from '../../contract/index.ts'
import { useFields } from '../data.ts'
import { FieldInput } from '../fields/FieldInput.tsx'
import { fieldGroups } from '../fields/fieldGroups.ts'
import { nameOfPerson } from './nameOfPerson.ts'
import css from './person.module.css'

/** Fields that are changed by what people do, not by hand. */
const BY_ITSELF = ['segmentAnonymousId', 'createdAt', 'lastSeenAt', 'unsubscribed', 'unsubscribeReason']

const canEdit = ({ name, readOnly }: PersonField) => !readOnly && !BY_ITSELF.includes(name)

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Changes what is known of a person; only what was changed is sent. */
export default function EditPerson({ person, onClose }: { person: Person; onClose: () => void }) {
  const form = useId()
  const fields = useFields()
  const [changes, setChanges] = useState<Record<string, unknown>>({})
  const save = useMutate(peopleContract.savePeople, {
    success: 'Person updated',
    invalidates: [peopleContract.listPeople, peopleContract.searchPeople, peopleContract.listTags],
    onDone: ({ user }) => {
      patchAnswers(peopleContract.getPerson, () => ({ users: [user] }), { params: { id: person.id } })
      onClose()
    },
  })
  const put = (name: string, value: unknown) =>
    setChanges((before) => {
      const { [name]: _, ...others } = before
      return isSame(value, person[name]) ? others : { ...others, [name]: value }
    })
  const isDirty = Object.keys(changes).length > 0
  const issues = issuesByField(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isDirty && !save.isPending) save.mutate({ query: { source: 'manual' }, body: { id: person.id, ...changes } })
  }
  const close = async () => {
    const isSure =
      !isDirty ||
      (await askFirst({
        title: 'Discard your changes?',
        children: 'They are not saved yet.',
        confirm: 'Discard',
        danger: true,
      }))
    if (isSure) onClose()
  }
  return (
    <Drawer
      opened
      onClose={() => void close()}
      over="Edit person"
      title={nameOfPerson(person)}
      width={440}
      foot={
        <>
          <Button variant="default" onClick={() => void close()}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={save.isPending} disabled={!isDirty}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} onSubmit={submit} noValidate>
        {fieldGroups(fields).map(({ title, fields: all }) => {
          const own = all.filter(canEdit)
          if (own.length === 0) return null
          return (
            <Fragment key={title}>
              <h3>{title}</h3>
              {own.map((field) => (
                <FieldInput
                  key={field.name}
                  field={field}
                  value={field.name in changes ? changes[field.name] : person[field.name]}
                  onChange={(value) => put(field.name, value)}
                  error={issues[field.name]}
                />
              ))}
            </Fragment>
          )
        })}
      </form>
    </Drawer>
  )
}
