import { Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { ErrorPanel, Link, PersonAvatar, Skeleton, useCall } from '@millrace/kit/web'
import { peopleContract } from '@millrace/people/contract'
import { nameOfPerson } from '@millrace/people/web'
import { IconCheck, IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { type Segment, segmentsContract } from '../../contract/index.ts'
import type { Person } from '../parts/personColumns.tsx'
import WhyTree from '../person/WhyTree.tsx'
import css from './explain.module.css'

const SEARCH_FROM = 2
const MOST = 6
const DEBOUNCE_MS = 250

const useFound = (text: string) => {
  const [asked] = useDebouncedValue(text.trim(), DEBOUNCE_MS)
  const isAsked = asked.length >= SEARCH_FROM
  const { data, error } = useCall(
    peopleContract.searchPeople,
    { query: { query: asked, includeArchived: true } as never },
    { enabled: isAsked, keepPrevious: true },
  )
  return { found: isAsked ? data?.users.slice(0, MOST) : undefined, error, isAsked }
}

const Found = ({ people, onChoose }: { people: readonly Person[]; onChoose: (person: Person) => void }) => (
  <ul className={css.found} aria-label="People found">
    {people.map((person) => (
      <li key={person.id}>
        <button type="button" className={css.person} onClick={() => onChoose(person)}>
          <PersonAvatar id={person.id} name={nameOfPerson(person)} />
          <span>
            {nameOfPerson(person)}
            <small>{person.email ?? person.userId}</small>
          </span>
        </button>
      </li>
    ))}
  </ul>
)

const Verdict = ({ isIn, name, segment }: { isIn: boolean; name: string; segment: string }) => (
  <p className={css.verdict} data-in={isIn} role="status">
    {isIn ? <IconCheck size={15} stroke={2.4} aria-hidden /> : <IconX size={15} stroke={2.4} aria-hidden />}
    <span>
      {name} {isIn ? 'is' : 'is not'} in {segment}.
    </span>
  </p>
)

const Explained = ({ segment, person }: { segment: Segment; person: Person }) => {
  const { data, error, refetch } = useCall(
    segmentsContract.explainSegment,
    { params: { id: segment.id, personId: person.id } },
    { staleMs: 0, everyMs: 5_000 },
  )
  if (error) return <ErrorPanel error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={90} />
  return (
    <div className={css.explained}>
      <Verdict isIn={data.isIn} name={nameOfPerson(person)} segment={segment.name} />
      {data.isIn !== data.explanation.isTrue && !person.archived && segment.conditions.conditions.length > 0 && (
        <p className={css.note}>Its membership is just being worked out: this changes in a moment.</p>
      )}
      {person.archived && <p className={css.note}>Archived people are in no segment but Archived.</p>}
      <WhyTree explanation={data.explanation} />
      <Link to={`/people/${person.id}`} className={css.link as string}>
        Open {nameOfPerson(person)}
      </Link>
    </div>
  )
}

/** Why a person is or is not in a segment: type an address, see each condition with what the person has. */
const ExplainDialog = ({ segment, onClose }: { segment: Segment; onClose: () => void }) => {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<Person>()
  const { found, error, isAsked } = useFound(text)
  const choose = (person: Person) => {
    setChosen(person)
    setText(person.email ?? nameOfPerson(person))
  }
  const isChosen = chosen !== undefined && text === (chosen.email ?? nameOfPerson(chosen))
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isChosen && found?.[0]) choose(found[0])
  }
  return (
    <Modal opened onClose={onClose} title={`Is somebody in ${segment.name}, and why?`} size={560}>
      <TextInput
        label="Person"
        placeholder="Address, name or user ID"
        leftSection={<IconSearch size={14} stroke={1.8} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKey}
        data-autofocus
      />
      {error && !isChosen && <ErrorPanel error={error} />}
      {!isChosen && isAsked && found && found.length > 0 && <Found people={found} onChoose={choose} />}
      {!isChosen && isAsked && found?.length === 0 && <p className={css.note}>Nobody fits “{text.trim()}”.</p>}
      {isChosen && <Explained segment={segment} person={chosen} />}
    </Modal>
  )
}

export default ExplainDialog
