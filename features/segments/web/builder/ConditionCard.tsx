import { ActionIcon, Menu } from '@mantine/core'
import { IconTile, type Meaning } from '@millrace/kit/web'
import {
  IconBolt,
  IconBuildingSkyscraper,
  IconCopy,
  IconDots,
  IconFlag,
  IconForms,
  IconTag,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { type KeyboardEvent, lazy, Suspense } from 'react'
import { type Condition, conditionText } from '../../contract/index.ts'
import { AssociationLine } from './AssociationLine.tsx'
import c from './Builder.module.css'
import { EventLine, otherWords } from './EventLine.tsx'
import { EventProperties } from './EventProperties.tsx'
import type { Around } from './GroupView.tsx'
import { FieldLine, GoalLine, SegmentLine, TagLine } from './lines.tsx'

// A group inside a condition: the group draws conditions again.
const AssociationConditions = lazy(() => import('./AssociationConditions.tsx'))

/** The icon and the meaning's colour of each kind of condition. */
export const KINDS: Record<
  Exclude<Condition['type'], 'group'>,
  { icon: typeof IconBolt; meaning: Meaning; label: string }
> = {
  field: { icon: IconForms, meaning: 'filter', label: 'Field' },
  event: { icon: IconBolt, meaning: 'trigger', label: 'Event' },
  tag: { icon: IconTag, meaning: 'action', label: 'Tag' },
  segment: { icon: IconUsers, meaning: 'wait', label: 'Segment' },
  goal: { icon: IconFlag, meaning: 'goal', label: 'Goal' },
  association: { icon: IconBuildingSkyscraper, meaning: 'wait', label: 'Association' },
}

type Props = {
  condition: Exclude<Condition, { type: 'group' }>
  onChange: (next: Condition) => void
  onRemove: () => void
  onDuplicate: () => void
  onMove: (by: number) => void
  /** What keeps it from being used. */
  wrong: string | undefined
  /** Where it stands in the tree. */
  path: string
  around: Around
}

const Line = ({ condition, onChange, wrong, around: { ownId } }: Props) => {
  const shared = { onChange, isWrong: wrong !== undefined }
  switch (condition.type) {
    case 'field':
      return <FieldLine condition={condition} {...shared} />
    case 'tag':
      return <TagLine condition={condition} {...shared} />
    case 'segment':
      return <SegmentLine condition={condition} {...shared} ownId={ownId} />
    case 'goal':
      return <GoalLine condition={condition} {...shared} />
    case 'event': {
      const others = otherWords(condition)
      return (
        <>
          <EventLine condition={condition} {...shared} />
          {others && (
            <span className={c.where} style={{ width: 'auto' }}>
              {others}
            </span>
          )}
        </>
      )
    }
    case 'association':
      return <AssociationLine condition={condition} {...shared} />
  }
}

/** One condition: a sentence of tokens, with its buttons at the right. Alt and the arrow keys move it. */
export const ConditionCard = (props: Props) => {
  const { condition, onChange, onRemove, onDuplicate, onMove, wrong, path, around } = props
  const { isReadOnly } = around
  const { icon: Icon, meaning, label } = KINDS[condition.type]
  const onKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
    const { target } = event
    // What is put elsewhere on the page loses the focus by that.
    requestAnimationFrame(() => {
      if (target instanceof HTMLElement && document.activeElement === document.body) target.focus()
    })
  }
  return (
    <fieldset
      className={c.card}
      data-wrong={wrong ? true : undefined}
      disabled={isReadOnly}
      onKeyDown={onKey}
      style={reset}
    >
      <legend className="visually-hidden">
        {label}: {conditionText(condition)}
      </legend>
      <div className={c.line}>
        <IconTile meaning={meaning} size={26}>
          <Icon size={15} stroke={1.9} />
        </IconTile>
        <Line {...props} />
        {!isReadOnly && (
          <span className={c.actions}>
            <ActionIcon size={26} aria-label="Duplicate condition" onClick={onDuplicate}>
              <IconCopy size={14} stroke={1.8} aria-hidden />
            </ActionIcon>
            <ActionIcon size={26} aria-label="Remove condition" onClick={onRemove}>
              <IconTrash size={14} stroke={1.8} aria-hidden />
            </ActionIcon>
          </span>
        )}
        {!isReadOnly && (
          <span className={c.more}>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon size={26} aria-label="Condition menu">
                  <IconDots size={15} stroke={1.8} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={onDuplicate}>Duplicate</Menu.Item>
                <Menu.Item onClick={() => onMove(-1)}>Move up</Menu.Item>
                <Menu.Item onClick={() => onMove(1)}>Move down</Menu.Item>
                <Menu.Item color="red" onClick={onRemove}>
                  Remove
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </span>
        )}
      </div>
      {condition.type === 'event' && (
        <EventProperties condition={condition} onChange={onChange} isWrong={wrong !== undefined} />
      )}
      {condition.type === 'association' && condition.associationConditions && (
        <Suspense fallback={null}>
          <AssociationConditions condition={condition} onChange={onChange} path={path} around={around} />
        </Suspense>
      )}
      {wrong && (
        <p className={c.wrong} role="alert">
          {wrong}
        </p>
      )}
    </fieldset>
  )
}

const reset = { margin: 0, padding: 0, minWidth: 0 }
