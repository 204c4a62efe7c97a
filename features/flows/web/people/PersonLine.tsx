import { ActionIcon, Menu } from '@mantine/core'
import { ago, CheckBox, exactly, Link, PersonAvatar, type Selection, useIsSelected, useMay } from '@millrace/kit/web'
import { IconDots, IconPlayerSkipForward, IconRefresh, IconRoute, IconUserMinus } from '@tabler/icons-react'
import type { StepPerson } from '../../contract/index.ts'
import { addressOf, useFlowKind } from '../kind/flowKind.ts'
import { exitWords } from '../trace/exitWords.ts'
import { type PeopleState, type StepAt, usePersonOrders } from './orders.ts'
import css from './stepPeople.module.css'

type Props = StepAt & {
  person: StepPerson
  state: PeopleState
  isWait: boolean
  /** The step fails for everybody: whoever stands here is held. */
  isHeld: boolean
  /** Missing where nobody can be chosen. */
  selection?: Selection<number> | undefined
  onFollow(personId: number): void
}

/** Whose time is over for longer than this stands in a flow that is off, or at a step that does not get through. */
const OVERDUE_MS = 60_000

const isOverdue = ({ dueAt }: StepPerson) => dueAt !== null && Date.parse(dueAt) < Date.now() - OVERDUE_MS

const wordsOf = ({ person, state, isHeld }: Pick<Props, 'person' | 'state' | 'isHeld'>): string => {
  const { dueAt, enteredAt, leftAt, exit, error } = person
  if (state === 'failed') return error ?? 'Failed'
  if (state === 'queued') {
    if (isHeld) return `Came ${ago(enteredAt)}, is held here`
    if (!dueAt) return `Came ${ago(enteredAt)}`
    return isOverdue(person) ? `Overdue: was to go on ${ago(dueAt)}` : `Goes on ${ago(dueAt)}`
  }
  const entered = `Entered ${ago(enteredAt)}`
  if (error) return `${entered}, failed: ${error}`
  if (!leftAt) return `${entered}, is here`
  return `${entered}, ${exit ? exitWords(exit) : 'left'} ${ago(leftAt)}`
}

const exactTimes = ({ enteredAt, dueAt, leftAt }: StepPerson): string =>
  [`Entered ${exactly(enteredAt)}`, dueAt && `goes on ${exactly(dueAt)}`, leftAt && `left ${exactly(leftAt)}`]
    .filter(Boolean)
    .join(', ')

const PersonMenu = ({ person, state, isWait, onFollow, stepId, flowId }: Omit<Props, 'selection' | 'isHeld'>) => {
  const mayWrite = useMay('flows:write')
  const orders = usePersonOrders({ stepId, flowId })
  const isHere = state !== 'entered' || person.leftAt === null
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${person.email || person.name || `person ${person.id}`}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconRoute size={15} />} onClick={() => onFollow(person.id)}>
          Follow on the canvas
        </Menu.Item>
        {mayWrite && isHere && isWait && state !== 'failed' && (
          <Menu.Item leftSection={<IconPlayerSkipForward size={15} />} onClick={() => orders.skip(person)}>
            Skip waiting
          </Menu.Item>
        )}
        {mayWrite && state === 'failed' && (
          <Menu.Item leftSection={<IconRefresh size={15} />} onClick={() => orders.retry(person)}>
            Try again
          </Menu.Item>
        )}
        {mayWrite && isHere && (
          <Menu.Item leftSection={<IconUserMinus size={15} />} onClick={() => orders.removeFromStep(person)}>
            Remove from step
          </Menu.Item>
        )}
        {mayWrite && (
          <Menu.Item
            color="red"
            leftSection={<IconUserMinus size={15} />}
            onClick={() => void orders.removeFromFlow(person)}
          >
            Remove from flow
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const Tick = ({ id, name, selection }: { id: number; name: string; selection: Selection<number> }) => (
  <CheckBox label={`Choose ${name}`} isOn={useIsSelected(selection, id)} onChange={() => selection.toggle(id)} />
)

/** One person at a step: since when, until when, and what can be done. */
export const PersonLine = (props: Props) => {
  const { person, state, selection } = props
  const { objectType, isOfPeople } = useFlowKind()
  const name = person.name || person.email || `Person ${person.id}`
  const isLate = state === 'queued' && !props.isHeld && isOverdue(person)
  return (
    <li className={css.person}>
      {selection && <Tick id={person.id} name={name} selection={selection} />}
      <PersonAvatar id={person.id} name={name} size={28} isThing={!isOfPeople} />
      <div className={css.words}>
        <Link to={addressOf(objectType, person.id)}>{name}</Link>
        <span
          title={exactTimes(person)}
          data-tone={isLate ? 'late' : state === 'failed' || props.isHeld ? 'bad' : undefined}
        >
          {wordsOf(props)}
        </span>
      </div>
      <PersonMenu {...props} />
    </li>
  )
}
