import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { ErrorPanel, PageSkeleton, PersonAvatar, queryClient, useCall, useGo, useMutate } from '@millrace/kit/web'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { type Person, type PersonField, peopleContract } from '../../contract/index.ts'
import { useFields } from '../data.ts'
import { formatField } from '../fields/formatField.ts'
import { heldWords } from './heldWords.ts'
import css from './mergePeople.module.css'
import { nameOfPerson } from './nameOfPerson.ts'

const FROM = 2

const Who = ({ person }: { person: Person }) => (
  <>
    <PersonAvatar id={person.id} name={nameOfPerson(person)} size={30} />
    <span>
      <b>{nameOfPerson(person)}</b>
      <small>{person.email ?? person.userId ?? `Id ${person.id}`}</small>
    </span>
  </>
)

/** Finds the other one. */
const Find = ({ person, onChoose }: { person: Person; onChoose: (id: number) => void }) => {
  const [text, setText] = useState('')
  const query = useDeferredValue(text.trim())
  const isAsked = query.length >= FROM
  const { data, error, isFetching } = useCall(
    peopleContract.searchPeople,
    { query: { query, includeArchived: true } },
    { enabled: isAsked, keepPrevious: true },
  )
  const found = isAsked ? (data?.users ?? []).filter(({ id }) => id !== person.id).slice(0, 8) : []
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Who is the same person as {nameOfPerson(person)}? Everything of theirs comes to one place: what they did, tags,
        segments, flows and mail.
      </Text>
      <TextInput
        label="The other one"
        placeholder="Email, name or user ID"
        leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      {error && <ErrorPanel error={error} />}
      <Stack gap={6} aria-busy={isFetching} role="list" aria-label="People found">
        {found.map((one) => (
          <div role="listitem" key={one.id}>
            <button type="button" className={css.candidate} style={{ width: '100%' }} onClick={() => onChoose(one.id)}>
              <Who person={one} />
            </button>
          </div>
        ))}
        {isAsked && data && !isFetching && found.length === 0 && <Text size="sm">Nobody else is found by that.</Text>}
      </Stack>
    </Stack>
  )
}

/** Fields that both have, with different values: one has to be chosen. */
const differing = (fields: readonly PersonField[], kept: Person, gone: Person) =>
  fields
    .filter(
      ({ name }) =>
        !['tags', 'unsubscribed', 'unsubscribeReason', 'createdAt', 'lastSeenAt', 'segmentAnonymousId'].includes(name),
    )
    .map((field) => ({
      field,
      kept: formatField(field, kept[field.name], true),
      gone: formatField(field, gone[field.name], true),
    }))
    .filter((row) => row.kept && row.gone && row.kept !== row.gone)

const filledIn = (fields: readonly PersonField[], kept: Person, gone: Person) =>
  fields
    .filter((field) => !formatField(field, kept[field.name]) && formatField(field, gone[field.name]))
    .map(({ title }) => title)

type Choosing = {
  rows: ReturnType<typeof differing>
  take: ReadonlySet<string>
  onTake: (name: string, isTaken: boolean) => void
}

const Differences = ({ rows, take, onTake, people }: Choosing & { people: [Person, Person] }) => (
  <table className={css.differences}>
    <thead>
      <tr>
        <th style={{ width: '26%' }}>Where they differ</th>
        {people.map((person, index) => (
          <th key={person.id}>{index === 0 ? 'Stays' : 'From the other one'}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ field, kept, gone }) => (
        <tr key={field.name}>
          <th scope="row">{field.title}</th>
          {[kept, gone].map((words, index) => (
            <td key={index === 0 ? 'kept' : 'gone'}>
              <label className={css.choice}>
                <input
                  type="radio"
                  name={`merge ${field.name}`}
                  checked={take.has(field.name) === (index === 1)}
                  onChange={() => onTake(field.name, index === 1)}
                />
                {words}
              </label>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** Who stays, which values, what follows: then it is done. */
const Choose = ({
  person,
  otherId,
  onClose,
  onBack,
}: {
  person: Person
  otherId: number
  onClose: () => void
  onBack: () => void
}) => {
  const go = useGo()
  const fields = useFields()
  const [keptId, setKept] = useState(person.id)
  const [take, setTake] = useState<ReadonlySet<string>>(new Set())
  const goneId = keptId === person.id ? otherId : person.id
  const preview = useCall(
    peopleContract.previewMerge,
    { params: { id: keptId, otherId: goneId } },
    { staleMs: 0, keepPrevious: true },
  )
  const merge = useMutate(peopleContract.mergePeople, {
    success: 'People merged.',
    onError: true,
    onDone: ({ user }) => {
      // Their events, runs, mails: everything that is kept of either is old now.
      void queryClient.invalidateQueries()
      onClose()
      go({ to: `/people/${user.id}`, replace: true })
    },
  })
  if (preview.error) return <ErrorPanel error={preview.error} onRetry={() => void preview.refetch()} />
  if (!preview.data) return <PageSkeleton />
  const all = preview.data.people
  const kept = all.find(({ id }) => id === keptId)
  const gone = all.find(({ id }) => id === goneId)
  if (!kept || !gone) return <PageSkeleton />
  const rows = differing(fields, kept, gone)
  const filled = filledIn(fields, kept, gone)
  const choose = (id: number) => {
    setKept(id)
    setTake(new Set())
  }
  const onTake = (name: string, isTaken: boolean) =>
    setTake((before) => new Set(isTaken ? [...before, name] : [...before].filter((one) => one !== name)))
  return (
    <Stack gap="md">
      <div className={css.pick} role="radiogroup" aria-label="Who stays">
        {[person.id, otherId].map((id) => {
          const one = all.find((each) => each.id === id)
          return (
            one && (
              <button
                key={id}
                type="button"
                role="radio"
                aria-checked={id === keptId}
                className={css.candidate}
                onClick={() => choose(id)}
              >
                <Who person={one} />
              </button>
            )
          )
        })}
      </div>
      {rows.length > 0 && <Differences rows={rows} take={take} onTake={onTake} people={[kept, gone]} />}
      <ul className={css.points}>
        <li>
          {preview.data.holdings.length > 0
            ? `${preview.data.holdings.map(heldWords).join(', ')} of ${nameOfPerson(gone)} come along.`
            : `${nameOfPerson(gone)} brings nothing else along.`}
        </li>
        {filled.length > 0 && <li>Filled in: {filled.join(', ')}.</li>}
        {preview.data.ends.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {(kept.unsubscribed || gone.unsubscribed) && <li>One of them is unsubscribed: so the person is.</li>}
        <li>Every address and id of both keeps finding the person. No mail is sent twice. This cannot be undone.</li>
      </ul>
      {merge.error && (
        <Text size="sm" c="red" role="alert">
          {merge.error.message}
        </Text>
      )}
      <Group justify="space-between">
        <Button variant="subtle" onClick={onBack}>
          Somebody else
        </Button>
        <Group gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={merge.isPending}
            onClick={() => merge.mutate({ params: { id: keptId }, body: { otherId: goneId, take: [...take] } })}
          >
            Merge into {nameOfPerson(kept)}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}

/** Makes one person of two. */
export default function MergePeople({ person, onClose }: { person: Person; onClose: () => void }) {
  const [otherId, setOther] = useState<number>()
  return (
    <Modal opened onClose={onClose} title="Merge with another person" size={640}>
      {otherId === undefined ? (
        <Find person={person} onChoose={setOther} />
      ) : (
        <Choose person={person} otherId={otherId} onClose={onClose} onBack={() => setOther(undefined)} />
      )}
    </Modal>
  )
}
