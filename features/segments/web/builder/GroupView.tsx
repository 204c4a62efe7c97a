import { ActionIcon, Button, Menu, SegmentedControl } from '@mantine/core'
import { IconTile } from '@millrace/kit/web'
import { IconBracketsContain, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import type { Condition, Conditions } from '../../contract/index.ts'
import { useAssociations, useGoals } from '../sources.ts'
import c from './Builder.module.css'
import { ConditionCard, KINDS } from './ConditionCard.tsx'
import { append, duplicateAt, moveBy, newMark, replaceAt } from './editTree.ts'
import { freshCondition, type Kind } from './fresh.ts'
import { useSubjectKind } from './subjectKind.ts'
import { useListFocus } from './useListFocus.ts'

/** What every group of a builder shares. */
export type Around = {
  /** What keeps a condition from being used, by its place. */
  wrongAt: (path: string) => string | undefined
  isReadOnly: boolean
  ownId: number | undefined
  /** How the outermost sentence begins and ends. */
  lead: { before: string; after: string }
  empty: string
}

type Props = {
  group: Conditions
  onChange: (next: Conditions) => void
  /** Where the group stands in the tree; empty at the top. */
  path: string
  around: Around
  onRemove?: () => void
  onDuplicate?: () => void
}

const WORDS = [
  { value: 'and', label: 'all' },
  { value: 'or', label: 'any' },
]

const ADDABLE: readonly Kind[] = ['field', 'event', 'tag', 'segment', 'goal', 'association']
/** What only people have. */
const OF_PEOPLE = new Set<Kind>(['event', 'tag', 'goal'])

const AddButtons = ({ isTop, onAdd }: { isTop: boolean; onAdd: (next: Condition) => void }) => {
  const hasGoals = useGoals().length > 0
  const hasAssociations = useAssociations().length > 0
  const isOfPeople = useSubjectKind() === 'person'
  const kinds = ADDABLE.filter(
    (kind) =>
      (isOfPeople || !OF_PEOPLE.has(kind)) &&
      (kind !== 'goal' || hasGoals) &&
      (kind !== 'association' || hasAssociations),
  )
  const addGroup = () =>
    onAdd({ type: 'group', uuid: newMark(), operator: 'or', conditions: [freshCondition('field')] })
  return (
    <div className={c.adds}>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant={isTop ? 'default' : 'subtle'}
            color="gray"
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.9} aria-hidden />}
          >
            Condition
          </Button>
        </Menu.Target>
        <Menu.Dropdown miw={180}>
          {kinds.map((kind) => {
            const { icon: Icon, label } = KINDS[kind]
            return (
              <Menu.Item
                key={kind}
                leftSection={<Icon size={15} stroke={1.7} aria-hidden />}
                onClick={() => onAdd(freshCondition(kind))}
              >
                {label}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        leftSection={<IconBracketsContain size={14} stroke={1.8} aria-hidden />}
        onClick={addGroup}
      >
        Group
      </Button>
    </div>
  )
}

const STARTS: readonly { kind: Kind; title: string; example: string }[] = [
  { kind: 'field', title: 'What is known of them', example: 'Plan is Trial' },
  { kind: 'event', title: 'What they did', example: 'has done Project created in the last 14 days' },
  { kind: 'tag', title: 'How they are tagged', example: 'has tag webinar-q4' },
  { kind: 'segment', title: 'Which segment they are in', example: 'is not in segment Agencies' },
]

/** The ways to begin, each with an example. */
const Starts = ({ onAdd, isOfPeople }: { onAdd: (next: Condition) => void; isOfPeople: boolean }) => (
  <div className={c.starts}>
    {STARTS.filter(({ kind }) => isOfPeople || !OF_PEOPLE.has(kind)).map(({ kind, title, example }) => {
      const { icon: Icon, meaning } = KINDS[kind]
      return (
        <button type="button" key={kind} className={c.start} onClick={() => onAdd(freshCondition(kind))}>
          <IconTile meaning={meaning} size={26}>
            <Icon size={15} stroke={1.9} />
          </IconTile>
          <span>
            <b>{title}</b>
            <small>{example}</small>
          </span>
        </button>
      )
    })}
  </div>
)

const GroupHead = ({ group, onChange, path, around, onRemove, onDuplicate }: Props) => {
  const isTop = path === ''
  return (
    <div className={c.head}>
      {isTop ? around.lead.before : 'Match'}
      <SegmentedControl
        aria-label={isTop ? 'All or any of the conditions' : 'All or any of this group'}
        data={WORDS}
        value={group.operator}
        readOnly={around.isReadOnly}
        onChange={(operator) => onChange({ ...group, operator: operator as 'and' | 'or' })}
      />
      {isTop ? around.lead.after : 'of these'}
      {!isTop && !around.isReadOnly && (
        <span className={c.actions}>
          {onDuplicate && (
            <ActionIcon size={26} aria-label="Duplicate group" onClick={onDuplicate}>
              <IconCopy size={14} stroke={1.8} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon size={26} aria-label="Remove group" onClick={onRemove}>
            <IconTrash size={14} stroke={1.8} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </div>
  )
}

/** Conditions joined by all or any, groups inside groups. */
export const GroupView = (props: Props) => {
  const { group, onChange, path, around } = props
  const isTop = path === ''
  const isOfPeople = useSubjectKind() === 'person'
  const flip = () => onChange({ ...group, operator: group.operator === 'and' ? 'or' : 'and' })
  const last = group.conditions.length - 1
  const list = useListFocus(group.conditions)
  return (
    <section className={c.group} aria-label={isTop ? 'Conditions' : 'Group of conditions'}>
      <GroupHead {...props} />
      <div className={c.list} ref={list}>
        {group.conditions.map((one, index) => {
          const here = `${path}${path && '.'}conditions.${index}`
          const change = (next: Condition | undefined) => onChange(replaceAt(group, index, next))
          const duplicate = () => onChange(duplicateAt(group, index))
          return (
            <div className={c.condition} key={one.uuid ?? index} data-condition data-last={index === last || undefined}>
              <div className={c.rail}>
                {index > 0 ? (
                  <button
                    type="button"
                    className={c.join}
                    data-or={group.operator === 'or' || undefined}
                    disabled={around.isReadOnly}
                    onClick={flip}
                    title="Change between and / or"
                  >
                    {group.operator}
                  </button>
                ) : (
                  <i className={c.bullet} />
                )}
              </div>
              <div className={c.body}>
                {one.type === 'group' ? (
                  <GroupView
                    group={one}
                    onChange={change}
                    path={here}
                    around={around}
                    onRemove={() => change(undefined)}
                    onDuplicate={duplicate}
                  />
                ) : (
                  <ConditionCard
                    condition={one}
                    onChange={change}
                    onRemove={() => change(undefined)}
                    onDuplicate={duplicate}
                    onMove={(by) => onChange(moveBy(group, index, by))}
                    wrong={around.wrongAt(here)}
                    path={here}
                    around={around}
                  />
                )}
              </div>
            </div>
          )
        })}
        {!group.conditions.length && (
          <div className={c.empty}>{isTop ? around.empty : 'Nothing in this group yet.'}</div>
        )}
        {isTop && !group.conditions.length && !around.isReadOnly && (
          <Starts isOfPeople={isOfPeople} onAdd={(next) => onChange(append(group, next))} />
        )}
        {!around.isReadOnly && <AddButtons isTop={isTop} onAdd={(next) => onChange(append(group, next))} />}
      </div>
    </section>
  )
}
