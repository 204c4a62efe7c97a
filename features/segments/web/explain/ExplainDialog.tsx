import { Modal, TextInput } from '@mantine/core'
import { ErrorPanel, Link, PersonAvatar, Skeleton } from '@millrace/kit/web'
import { isPersonName } from '@millrace/objects/contract'
import { addressOfObject } from '@millrace/objects/web'
import { IconCheck, IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import type { Segment } from '../../contract/index.ts'
import { useKindWords } from '../builder/kindWords.ts'
import { useWhy } from '../person/segmentsOf.ts'
import WhyTree from '../person/WhyTree.tsx'
import css from './explain.module.css'
import { type FoundThing, useFoundThings } from './useFoundThings.ts'

type FoundProps = {
  label: string
  things: readonly FoundThing[]
  isThing: boolean
  onChoose: (one: FoundThing) => void
}

const Found = ({ label, things, isThing, onChoose }: FoundProps) => (
  <ul className={css.found} aria-label={label}>
    {things.map((one) => (
      <li key={one.id}>
        <button type="button" className={css.person} onClick={() => onChoose(one)}>
          <PersonAvatar id={one.id} name={one.name} isThing={isThing} />
          <span>
            {one.name}
            {one.note !== one.name && <small>{one.note}</small>}
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

const Explained = ({ segment, thing }: { segment: Segment; thing: FoundThing }) => {
  const { objectName } = segment
  const asked = { objectName, id: thing.id }
  const { data, error, refetch } = useWhy(segment.id, asked, { staleMs: 0, everyMs: 5_000 })
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={90} />
  return (
    <div className={css.explained}>
      <Verdict isIn={data.isIn} name={thing.name} segment={segment.name} />
      {data.isIn !== data.explanation.isTrue && !thing.isArchived && segment.conditions.conditions.length > 0 && (
        <p className={css.note}>Its membership is just being worked out: this changes in a moment.</p>
      )}
      {thing.isArchived && (
        <p className={css.note}>
          {isPersonName(objectName)
            ? 'Archived people are in no segment but Archived.'
            : 'What is archived is in no segment.'}
        </p>
      )}
      <WhyTree explanation={data.explanation} />
      <Link to={addressOfObject(objectName, thing.id)} className={css.link as string}>
        Open {thing.name}
      </Link>
    </div>
  )
}

/** Why somebody or something is or is not in a segment: type a name, see each condition with what is known. */
const ExplainDialog = ({ segment, onClose }: { segment: Segment; onClose: () => void }) => {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<FoundThing>()
  const { isOfPeople, one, many } = useKindWords(segment.objectName)
  const { found, error, isAsked } = useFoundThings(segment.objectName, text)
  const wordsOf = (thing: FoundThing) => (isOfPeople ? thing.note || thing.name : thing.name)
  const choose = (thing: FoundThing) => {
    setChosen(thing)
    setText(wordsOf(thing))
  }
  const isChosen = chosen !== undefined && text === wordsOf(chosen)
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isChosen && found?.[0]) choose(found[0])
  }
  const who = isOfPeople ? 'somebody' : `a ${one}`
  return (
    <Modal opened onClose={onClose} title={`Is ${who} in ${segment.name}, and why?`} size={560}>
      <TextInput
        label={one.charAt(0).toUpperCase() + one.slice(1)}
        placeholder={isOfPeople ? 'Address, name or user ID' : 'Name or external ID'}
        leftSection={<IconSearch size={14} stroke={1.8} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKey}
        data-autofocus
      />
      {error && !isChosen && <ErrorPanel error={error} />}
      {!isChosen && isAsked && found && found.length > 0 && (
        <Found
          label={isOfPeople ? 'People found' : `Found ${many}`}
          things={found}
          isThing={!isOfPeople}
          onChoose={choose}
        />
      )}
      {!isChosen && isAsked && found?.length === 0 && (
        <p className={css.note}>
          {isOfPeople ? 'Nobody fits' : 'Nothing fits'} “{text.trim()}”.
        </p>
      )}
      {isChosen && <Explained segment={segment} thing={chosen} />}
    </Modal>
  )
}

export default ExplainDialog
