import { EditDrawer, issuesByField, patchAnswers, useChanges, useMutate } from '@millrace/kit/web'
import { Fragment } from 'react'
import { type Person, type PersonField, peopleContract } from '../../contract/index.ts'
import { useFields } from '../data.ts'
import { FieldInput } from '../fields/FieldInput.tsx'
import { fieldGroups } from '../fields/fieldGroups.ts'
import { nameOfPerson } from './nameOfPerson.ts'

/** Fields that are changed by what people do, not by hand. */
const BY_ITSELF = ['segmentAnonymousId', 'createdAt', 'lastSeenAt', 'unsubscribed', 'unsubscribeReason']

const canEdit = ({ name, readOnly }: PersonField) => !readOnly && !BY_ITSELF.includes(name)

/** Changes what is known of a person; only what was changed is sent. */
export default function EditPerson({ person, onClose }: { person: Person; onClose: () => void }) {
  const fields = useFields()
  const { changes, isDirty, shown, put } = useChanges(person)
  const save = useMutate(peopleContract.savePeople, {
    success: 'Person updated',
    invalidates: [peopleContract.listPeople, peopleContract.searchPeople, peopleContract.listTags],
    onDone: ({ user }) => {
      patchAnswers(peopleContract.getPerson, () => ({ users: [user] }), { params: { id: person.id } })
      onClose()
    },
  })
  const issues = issuesByField(save.error)
  return (
    <EditDrawer
      over="Edit person"
      title={nameOfPerson(person)}
      isDirty={isDirty}
      isSaving={save.isPending}
      onSave={() => save.mutate({ query: { source: 'manual' }, body: { id: person.id, ...changes } })}
      onClose={onClose}
    >
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
                value={shown(field.name)}
                onChange={(value) => put(field.name, value)}
                error={issues[field.name]}
              />
            ))}
          </Fragment>
        )
      })}
    </EditDrawer>
  )
}
